import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';

/** Returns the policy as webpack's option `shared`: each module once in a page, with what a host or a remote adds. */
const shared = <Options>(options: Options) =>
  Object.fromEntries(
    Object.entries(SHARED_MODULES).map(([name, requiredVersion]) => [
      name,
      { singleton: true, requiredVersion, ...options },
    ]),
  );

/** For a remote: it bundles none of these modules. */
export const sharedForRemote = () => shared({ import: false } as const);

/** For the host: it provides all of them at once. */
export const sharedForHost = () => shared({ eager: true } as const);
