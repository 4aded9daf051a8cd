/** Sites whose players can be shown on the page. */
export const FILM_PROVIDERS = ['youtube', 'vimeo'] as const;
export type FilmProvider = (typeof FILM_PROVIDERS)[number];

/** A film on another site. */
export interface FilmLink {
  provider: FilmProvider;
  /** 11 characters at YouTube, digits at Vimeo */
  id: string;
  /** the key of an unlisted film at Vimeo, or '' */
  key: string;
}

const YOUTUBE_HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];
const VIMEO_HOSTS = ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'];
const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO_PATH = /^\/(?:video\/|manage\/videos\/|channels\/[\w-]+\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;

/** Returns a link with https://, also if it was typed without or with http://. */
const secureLink = (text: string): string => `https://${text.trim().replace(/^https?:\/\//i, '')}`;

/** Returns provider and id of a link to a film, or null if it is no link to a film at YouTube or Vimeo. */
export function parseFilmLink(text: string): FilmLink | null {
  const link = secureLink(text);
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  if (VIMEO_HOSTS.includes(url.hostname)) return vimeoLink(url);
  const id = youtubeId(url);
  return id !== undefined && YOUTUBE_ID.test(id) ? { provider: 'youtube', id, key: '' } : null;
}

function youtubeId(url: URL): string | undefined {
  if (url.hostname === 'youtu.be') return /^\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (!YOUTUBE_HOSTS.includes(url.hostname)) return undefined;
  if (url.pathname === '/watch') return url.searchParams.get('v') ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)\/?$/.exec(url.pathname)?.[1];
}

function vimeoLink(url: URL): FilmLink | null {
  const [, id, inPath] = VIMEO_PATH.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  const key = inPath ?? url.searchParams.get('h') ?? '';
  return key === '' || /^[0-9a-f]{6,20}$/.test(key) ? { provider: 'vimeo', id, key } : null;
}

/** Returns the URL of the film's page at its provider. */
export function filmPageUrl({ provider, id, key }: FilmLink): string {
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${id}`;
  return `https://vimeo.com/${id}${key === '' ? '' : `/${key}`}`;
}

/** Returns the URL of the provider's player without cookies, which starts at once. */
export function filmPlayerUrl({ provider, id, key }: FilmLink): string {
  if (provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&playsinline=1`;
  return `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${key === '' ? '' : `&h=${key}`}`;
}
