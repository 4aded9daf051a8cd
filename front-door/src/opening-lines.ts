import { MOUNTS } from '@godhuli/contracts/mounts';

/** What the mounts of a zone are called. */
const ZONE_LABELS: Record<string, string> = { public: 'website', staff: 'staff portal', legacy: 'legacy portal' };

/**
 * Returns where a person finds each area (RUN-1).
 * @param served the remotes with a live release
 */
export function openingLines(url: string, served: ReadonlySet<string>): string[] {
  return MOUNTS.map(({ path, zone, remote }) => {
    const label = (ZONE_LABELS[zone] ?? zone).padEnd(14);
    return served.has(remote) ? `  ${label} ${url}${path}` : `  ${label} is not open yet: ${remote} is not published`;
  });
}
