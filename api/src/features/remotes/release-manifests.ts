import type { ReleaseManifest } from '@godhuli/contracts/releases';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { findRelease } from './releases.queries.js';

export type ReleaseManifests = ReturnType<typeof createReleaseManifests>;

/** Reads manifests of releases. They never change; those in use stay in memory. */
export function createReleaseManifests(db: Kysely<Database>) {
  const manifests = new LRUCache<string, ReleaseManifest>({ max: 200 });
  const keyOf = (remote: string, version: string) => `${remote}/${version}`;

  /** Returns null when there is no such release, or its files are gone. */
  async function find(remote: string, version: string): Promise<ReleaseManifest | null> {
    const key = keyOf(remote, version);
    const known = manifests.get(key);
    if (known) return known;
    const release = await findRelease(db, remote, version);
    if (!release || release.files_removed_at) return null;
    manifests.set(key, release.manifest);
    return release.manifest;
  }

  return {
    find,

    /** @throws NotFound when there is no such release, or its files are gone */
    async read(remote: string, version: string): Promise<ReleaseManifest> {
      const manifest = await find(remote, version);
      if (!manifest) throw new NotFound('Release not found.');
      return manifest;
    },

    /** The files of the release are deleted. */
    forget(remote: string, version: string): void {
      manifests.delete(keyOf(remote, version));
    },
  };
}
