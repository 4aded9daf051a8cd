import { setImmediate } from 'node:timers/promises';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { dataPathsOf, fixedDataPaths, withSegment } from '@godhuli/contracts/route-data';
import { sitemapEntriesSchema, sitemapPartsSchema } from '@godhuli/contracts/sitemap';
import type { GateHost } from './gate-host.js';
import { NoSampleData } from './read-json.js';

/** A page of a release that is tried, with the public data that it starts with. */
export interface SamplePage {
  /** below the mount path; with '*' for all URLs of a route for which the API has nothing */
  pathname: string;
  /** JSON by API path; a path that could not be read is absent */
  data: Record<string, unknown>;
  /** whether visitors find something there: a route names the page or the API has its segment, and all its data was read */
  exists: boolean;
}

/** How many different API paths the pages of a release may begin with. The public site has 17 in three languages. */
const MAX_DATA_PATHS = 40;
/** As many again with a segment of the URL; the public site has 12. */
const MAX_SEGMENT_PATHS = 40;
/** All data of a release: parsing it occupies the process of the API. Each path has at most 2 MB. */
const MAX_DATA_BYTES = 8_000_000;
const CONCURRENT_READS = 4;
/** How many pages are tried where all of them would take too long; the public site has eight kinds. */
const FEW_PAGES = 8;

/**
 * Returns whether the API answers a path with a file of a release: a team chooses its content and size, and may publish it later.
 * Reads the path as the API does.
 */
function isReleaseFile(path: string): boolean {
  try {
    return decodeURIComponent(new URL(path, 'http://api').pathname).startsWith('/api/remotes/');
  } catch {
    return true;
  }
}

/** Reads public data of the API into `data`, until it is too much. */
function createReader(host: GateHost) {
  const data: Record<string, unknown> = {};
  let bytes = 0;
  const isOver = () => bytes > MAX_DATA_BYTES;
  /** @returns the problems of the paths */
  async function read(paths: readonly string[]): Promise<string[]> {
    const problems: string[] = [];
    const waiting = [...paths];
    const readNext = async (): Promise<void> => {
      const path = waiting.shift();
      if (path === undefined || isOver()) return;
      try {
        const text = await host.readPublic(path);
        bytes += Buffer.byteLength(text ?? '');
        // Other requests are handled between two parses.
        await setImmediate();
        if (text !== undefined && !isOver()) data[path] = JSON.parse(text);
      } catch (error) {
        if (error instanceof NoSampleData) problems.push(`A page cannot begin with ${path}: ${error.message}.`);
      }
      return readNext();
    };
    await Promise.all(Array.from({ length: CONCURRENT_READS }, readNext));
    return problems;
  }
  return { data, isOver, read };
}

type Reader = ReturnType<typeof createReader>;

/** Reads the data that is the same for all URLs of a route. @returns the problems of the paths that the release names */
async function readFixedData(manifest: ReleaseManifest, reader: Reader): Promise<string[]> {
  const paths = fixedDataPaths(manifest);
  const problems: string[] = [];
  if (paths.length > MAX_DATA_PATHS)
    problems.push(`Its pages begin with ${paths.length} different API paths; at most ${MAX_DATA_PATHS} are allowed.`);
  const declared = [manifest.serverData, ...(manifest.routeData ?? []).map(({ serverData }) => serverData)].flat();
  for (const path of new Set(declared.filter(isReleaseFile)))
    problems.push(`A page cannot begin with ${path}: it is no data of the studio.`);
  problems.push(...(await reader.read(paths.filter((path) => !isReleaseFile(path)).slice(0, MAX_DATA_PATHS))));
  if (reader.isOver()) problems.push(`The data of its pages has more than ${MAX_DATA_BYTES / 1e6} MB in total.`);
  return problems;
}

/** Returns the newest slug of each kind of the sitemap that the release names, by kind. */
async function newestSlugs({ routeData = [] }: ReleaseManifest, host: GateHost): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  const kinds = new Set(routeData.flatMap(({ sitemap }) => sitemap ?? []));
  if (kinds.size === 0) return slugs;
  const read = async (path: string): Promise<unknown> => {
    try {
      return JSON.parse((await host.readPublic(path)) ?? 'null');
    } catch {
      return null;
    }
  };
  const parts = sitemapPartsSchema.safeParse(await read('/api/sitemap')).data ?? [];
  for (const kind of kinds) {
    const part = parts.findLast((each) => each.startsWith(`${kind}-`));
    const entries = part === undefined ? null : await read(`/api/sitemap/${part}`);
    const newest = sitemapEntriesSchema.element.safeParse(Array.isArray(entries) ? entries.at(-1) : null).data;
    if (newest) slugs.set(kind, newest.slug);
  }
  return slugs;
}

/** Returns a path for each route of a release; of one with '*' also that of an entry of the sitemap, if the route names a kind. */
function pathsOf(manifest: ReleaseManifest, slugs: ReadonlyMap<string, string>): string[] {
  return manifest.routes.flatMap((route) => {
    const { ofSegment } = dataPathsOf(manifest, route);
    const { sitemap = '' } = manifest.routeData?.find((entry) => entry.route === route) ?? {};
    const slug = route.endsWith('/*') ? slugs.get(sitemap) : undefined;
    const any = ofSegment.length > 0 ? route : route.replace(/\*+/g, 'anything');
    return slug === undefined ? [any] : [route.replace('*', slug), any];
  });
}

const segmentPathsOf = (manifest: ReleaseManifest, path: string): string[] => {
  const { ofSegment, segment } = dataPathsOf(manifest, path);
  return segment === null ? [] : ofSegment.map((each) => withSegment(each, segment));
};

/** Returns the page at a path as the front door makes it, from the data that was read. */
function pageAt(manifest: ReleaseManifest, path: string, known: Readonly<Record<string, unknown>>): SamplePage {
  const { route, fixed, ofSegment } = dataPathsOf(manifest, path);
  const own = segmentPathsOf(manifest, path);
  const isFound = own.length > 0 && own.every((each) => (known[each] ?? null) !== null);
  const read = [...fixed, ...(isFound ? own : [])].filter((each) => each in known);
  const nothing = isFound ? [] : ofSegment.map((each) => withSegment(each, '*'));
  const data: Record<string, unknown> = {};
  for (const each of read) data[each] = known[each];
  for (const each of nothing) data[each] = null;
  return {
    pathname: nothing.length > 0 ? route : path,
    data,
    exists: (isFound || manifest.routes.includes(path)) && nothing.length === 0 && fixed.every((each) => each in known),
  };
}

/**
 * Reads the public data of a release's pages, and returns the pages with it and the problems of the API paths that the release
 * names. What cannot be read, or is beyond the limits, is left out.
 * @param paths below the mount path; every route unless given
 */
export async function samplePages(
  manifest: ReleaseManifest,
  host: GateHost,
  paths?: readonly string[],
): Promise<{ pages: SamplePage[]; problems: string[] }> {
  const reader = createReader(host);
  const problems = await readFixedData(manifest, reader);
  const wanted = paths ?? pathsOf(manifest, await newestSlugs(manifest, host));
  const ofSegments = new Set(wanted.flatMap((path) => segmentPathsOf(manifest, path)));
  await reader.read([...ofSegments].filter((path) => !isReleaseFile(path)).slice(0, MAX_SEGMENT_PATHS));
  const pages = new Map(wanted.map((path) => pageAt(manifest, path, reader.data)).map((page) => [page.pathname, page]));
  return { pages: [...pages.values()], problems };
}

/** Returns the first items of each kind, then the second ones, and so on, up to a number. */
export function ofEachKind<Item>(items: readonly Item[], kindOf: (item: Item) => string, atMost: number): Item[] {
  const counts = new Map<string, number>();
  const ranked = items.map((item) => {
    const kind = kindOf(item);
    const rank = counts.get(kind) ?? 0;
    counts.set(kind, rank + 1);
    return { item, rank };
  });
  const sorted = ranked.sort((one, other) => one.rank - other.rank);
  return sorted.slice(0, atMost).map(({ item }) => item);
}

/** Returns a few pages of different kinds: of each first segment of their paths. */
export const fewPages = (pages: readonly SamplePage[]): SamplePage[] =>
  ofEachKind(pages, ({ pathname }) => pathname.split('/')[1] ?? '', FEW_PAGES);
