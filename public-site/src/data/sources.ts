import { callApi } from '@godhuli/contracts/call-api';
import type { ContentEntry } from '@godhuli/contracts/content';
import type { StudioPackage } from '@godhuli/contracts/packages';
import type { HeroItem, Highlight, PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Service } from '@godhuli/contracts/services';
import type { Profile, Stat, Testimonial } from '@godhuli/contracts/studio';
import {
  isContentEntry,
  isHeroItem,
  isPortfolioItem,
  isProfile,
  isService,
  isStat,
  isStudioPackage,
  isTestimonial,
} from './guards';

/** An API response that the page shows. */
interface Source<T> {
  path: string;
  /** Log messages of a failure. The page continues with `empty` (specification, section 8). */
  failures: readonly string[];
  empty: T;
  /** Throws when the response is invalid. Calls `report` for single invalid rows, which it leaves out. */
  parse(body: unknown, report: (error: Error) => void): T;
}

function list<T>(
  path: string,
  isItem: (value: unknown) => value is T,
  ...failures: [string, ...string[]]
): Source<readonly T[]> {
  return {
    path,
    failures,
    empty: [],
    parse(body, report) {
      if (!Array.isArray(body)) throw new TypeError(`${path} did not return a list`);
      const items = body.filter(isItem);
      if (items.length < body.length)
        report(new TypeError(`${body.length - items.length} rows of ${path} were not readable`));
      return items;
    },
  };
}

const profile: Source<Profile | null> = {
  path: '/api/profile',
  failures: ['Error fetching profile:'],
  empty: null,
  parse(body) {
    if (!isProfile(body)) throw new TypeError('/api/profile did not return a profile');
    return body;
  },
};

/** Everything that the page fetches. The hero shows content and, when none is chosen for it, the portfolio. */
export const SOURCES = {
  content: list<ContentEntry>('/api/content', isContentEntry, 'Error fetching hero data:'),
  hero: list<HeroItem>('/api/hero', isHeroItem, 'Error fetching hero data:'),
  /** releases of the API before 2026-11-29 send no total */
  portfolio: list<PortfolioItem & Partial<Highlight>>(
    '/api/highlights',
    isPortfolioItem,
    'Error fetching portfolio:',
    'Error fetching hero data:',
  ),
  services: list<Service>('/api/services', isService, 'Error fetching services:'),
  packages: list<StudioPackage>('/api/packages', isStudioPackage, 'Error fetching packages:'),
  testimonials: list<Testimonial>('/api/testimonials', isTestimonial, 'Error fetching testimonials:'),
  stats: list<Stat>('/api/stats', isStat, 'Error fetching stats:'),
  profile,
};
export type SourceName = keyof typeof SOURCES;
export const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];

/** A value from the API, or an empty one while it loads. */
export interface Loaded<T> {
  loading: boolean;
  value: T;
}
export type SourceValues = {
  [Name in SourceName]: Loaded<(typeof SOURCES)[Name] extends Source<infer T> ? T : never>;
};

/** Reads the data that the server rendered from. A source that is missing or invalid is still loading. */
export function readInitialData(initialData: Readonly<Record<string, unknown>> | undefined): SourceValues {
  const read = (name: SourceName): Loaded<unknown> => {
    const source = SOURCES[name];
    if (initialData?.[source.path] === undefined) return { loading: true, value: source.empty };
    try {
      return { loading: false, value: source.parse(initialData[source.path], () => undefined) };
    } catch {
      return { loading: true, value: source.empty };
    }
  };
  return Object.fromEntries(SOURCE_NAMES.map((name) => [name, read(name)])) as SourceValues;
}

/** Fetches one source. Never rejects: a failure is logged and the value is empty. Returns undefined when aborted. */
export async function fetchSource(name: SourceName, signal: AbortSignal): Promise<Loaded<unknown> | undefined> {
  const source = SOURCES[name];
  const report = (error: unknown) => {
    for (const failure of source.failures) console.error(failure, error);
  };
  try {
    return { loading: false, value: source.parse(await callApi(source.path, { signal }), report) };
  } catch (error) {
    if (signal.aborted) return undefined;
    report(error);
    return { loading: false, value: source.empty };
  }
}
