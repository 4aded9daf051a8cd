import { createHash } from 'node:crypto';
import { integrityOf } from '@godhuli/contracts/integrity';
import type { ReleaseManifest } from '@godhuli/contracts/releases';

/** Returns the manifest in canonical order, so that equal releases have equal JSON. */
export function canonicalManifest(manifest: ReleaseManifest): ReleaseManifest {
  return {
    name: manifest.name,
    packageVersion: manifest.packageVersion,
    contract: manifest.contract,
    container: manifest.container,
    entry: manifest.entry,
    exposes: [...manifest.exposes].sort(),
    remoteFiles: [...manifest.remoteFiles],
    // Left out when there is none, so that releases from before this field keep their version.
    ...(manifest.pageScript ? { pageScript: manifest.pageScript } : {}),
    shared: Object.fromEntries(Object.entries(manifest.shared).sort(([a], [b]) => (a < b ? -1 : 1))),
    routes: [...manifest.routes],
    server: manifest.server,
    serverData: [...manifest.serverData],
    // Left out when empty, as above.
    ...(manifest.routeData?.length
      ? {
          routeData: manifest.routeData.map(({ route, serverData, sitemap, lang }) => ({
            route,
            serverData: [...serverData],
            ...(sitemap ? { sitemap } : {}),
            ...(lang ? { lang } : {}),
          })),
        }
      : {}),
    ...(manifest.queryParameters?.length ? { queryParameters: [...manifest.queryParameters] } : {}),
    files: manifest.files
      .map(({ path, size, integrity }) => ({ path, size, integrity }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/**
 * Returns the version of a release: package version, a dash, the first 12 digits of its content hash, which is the
 * SHA-256 over the sorted list of path and integrity of every file, `release.json` (as canonical JSON) included.
 */
export function releaseVersion(manifest: ReleaseManifest): string {
  const canonical = canonicalManifest(manifest);
  const files = [
    ...canonical.files,
    { path: 'release.json', integrity: integrityOf(Buffer.from(JSON.stringify(canonical))) },
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const hash = createHash('sha256');
  for (const { path, integrity } of files) hash.update(`${path}\0${integrity}\n`);
  return `${manifest.packageVersion}-${hash.digest('hex').slice(0, 12)}`;
}
