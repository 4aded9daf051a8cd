import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';

/** The policy as webpack's `shared` option for a remote: it bundles none of these modules. */
export function sharedForRemote(): Record<string, { singleton: true; import: false; requiredVersion: string }> {
  return Object.fromEntries(
    Object.entries(SHARED_MODULES).map(([name, { requiredVersion }]) => [
      name,
      { singleton: true, import: false, requiredVersion },
    ]),
  );
}

/** The policy as webpack's `shared` option for the host: everything is provided at once. */
export function sharedForHost(): Record<string, { singleton: true; eager: true; requiredVersion: string }> {
  return Object.fromEntries(
    Object.entries(SHARED_MODULES).map(([name, { requiredVersion }]) => [
      name,
      { singleton: true, eager: true, requiredVersion },
    ]),
  );
}
