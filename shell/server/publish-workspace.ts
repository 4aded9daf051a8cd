import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseManifestSchema } from '@godhuli/contracts/releases';
import type { ReleasesService } from 'api/features/remotes/releases.service';

/**
 * Publishes a build of this workspace through the same code path as any team's: the gate looks at it, and it goes live
 * when nothing is, or when it is another build than the last time and what is live is this workspace's own.
 * @returns why it did not go live although it should have, or null
 */
export async function publishBuild(releases: ReleasesService, directory: string): Promise<string | null> {
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
