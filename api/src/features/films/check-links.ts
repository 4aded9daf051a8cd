import { randomUUID } from 'node:crypto';
import { type FilmLink, filmPageUrl, parseFilmLink } from '@godhuli/contracts/film-link';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { holdLease } from '../../db/leases.js';
import { fetchPublicUrl } from '../../network/public-url.js';

/** Returns the HTTP status of a URL, or throws when there is no response. */
type FetchStatus = (url: string, signal: AbortSignal) => Promise<number>;

/** One night. The lease is not released, so that a check runs once in this time, whichever process runs it. */
const INTERVAL_SECONDS = 23 * 3600;
/** Links that one check looks at, the longest unchecked first. */
const MAX_CHECKED = 500;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** What providers say about a film that does not exist, is private, or must not be embedded. */
const DEAD = [400, 401, 403, 404, 410];

const fetchStatus: FetchStatus = (url, stopped) => {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
  return fetchPublicUrl(url, { accept: 'application/json', signal, maxBytes: MAX_BYTES });
};

/**
 * Asks YouTube and Vimeo once a night whether the published films still exist, and marks those that do not. A provider that
 * does not respond changes nothing, nor does one that refuses every film, of which one worked before: it refuses this server.
 * @param stopped ends the check
 * @param fetch for tests
 * @returns how many links have changed between working and dead
 */
export async function checkLinks(
  db: Kysely<Database>,
  stopped: AbortSignal,
  fetch: FetchStatus = fetchStatus,
): Promise<number> {
  if (!(await holdLease(db, 'film links', randomUUID(), INTERVAL_SECONDS))) return 0;
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'link_url', 'link_state'])
    .where('deleted_at', 'is', null)
    .where('published', '=', true)
    .where('file_id', 'is', null)
    .where('link_url', '!=', '')
    .orderBy(sql`link_checked_at nulls first`)
    .limit(MAX_CHECKED)
    .execute();
  const checked: ((typeof rows)[number] & { provider: string | null; state: 'works' | 'dead' })[] = [];
  for (const row of rows) {
    if (stopped.aborted) break;
    const link = parseFilmLink(row.link_url);
    const state = link === null ? 'dead' : await stateOf(link, (url) => fetch(url, stopped));
    if (state !== null) checked.push({ ...row, provider: link?.provider ?? null, state });
  }
  const refusesAll = (provider: string | null) => {
    const films = checked.filter((each) => each.provider === provider);
    return films.length > 1 && films.every(({ state }) => state === 'dead') && films.some(worked);
  };
  let changed = 0;
  for (const { id, link_url, link_state, provider, state } of checked) {
    if (provider !== null && refusesAll(provider)) continue;
    // The link may have been replaced since it was read.
    await db
      .updateTable('videos')
      .set({ link_state: state, link_checked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('link_url', '=', link_url)
      .execute();
    if (state !== link_state && (state === 'dead' || link_state === 'dead')) changed += 1;
  }
  return changed;
}

const worked = ({ link_state }: { link_state: string }) => link_state === 'works';

async function stateOf(link: FilmLink, fetch: (url: string) => Promise<number>): Promise<'works' | 'dead' | null> {
  const status = await fetch(oEmbedUrl(link)).catch(() => null);
  if (status === 200) return 'works';
  return status !== null && DEAD.includes(status) ? 'dead' : null;
}

function oEmbedUrl(link: FilmLink): string {
  const query = new URLSearchParams({ url: filmPageUrl(link), format: 'json' });
  if (link.provider === 'youtube') return `https://www.youtube.com/oembed?${query}`;
  return `https://vimeo.com/api/oembed.json?${query}`;
}
