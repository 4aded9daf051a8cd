import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseManifestSchema } from '@godhuli/contracts/releases';
import type { ReleasesService } from 'api/features/remotes/releases.service';

/**
 * Publishes a build of this workspace through the same code path as any team's: the gate looks at it, and it goes live
 * when nothing is, or when what is live is this workspace's own.
 * @returns why it was refused, or null
 */
export async function publishBuild(releases: ReleasesService, directory: string): Promise<string | null> {
  if (!existsSync(join(directory, 'release.json'))) return `${directory} holds no build`;
  try {
    const manifest = releaseManifestSchema.parse(JSON.parse(await readFile(join(directory, 'release.json'), 'utf8')));
    await releases.publishFromDirectory({ directory, remote: manifest.name, promote: 'live' });
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
