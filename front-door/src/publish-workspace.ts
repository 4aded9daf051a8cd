import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseManifestSchema } from '@godhuli/contracts/releases';

/** The part of the API's releases that publishing a folder takes. */
interface Publisher {
  publishFromDirectory(release: { directory: string; remote: string; promote: 'live' }): Promise<{
    version: string;
    isWithdrawn?: boolean;
  }>;
}

/**
 * Publishes a build of this workspace through the same code path as any team's. The gate checks it, and it goes live if nothing is
 * live, or if the build has changed and the live release is one of this workspace.
 * @returns why it did not go live although it should have, or null
 */
export async function publishBuild(releases: Publisher, directory: string): Promise<string | null> {
  if (!existsSync(join(directory, 'release.json'))) return `there is no build in ${directory}; run: npm run build`;
  try {
    const manifest = releaseManifestSchema.parse(JSON.parse(await readFile(join(directory, 'release.json'), 'utf8')));
    const remote = manifest.name;
    const { version, isWithdrawn } = await releases.publishFromDirectory({ directory, remote, promote: 'live' });
    if (!isWithdrawn) return null;
    return `${remote}: ${version} was rolled back before, so it does not go live by itself. Promote it under Releases.`;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
