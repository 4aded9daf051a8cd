import { filmPlayerUrl } from '@godhuli/contracts/film-link';
import type { Film } from '@godhuli/contracts/films';

/** Returns the data of a film for search engines (schema.org), or null if it cannot be played or has no poster. */
export function videoObject(origin: string, film: Film): object | null {
  const { title, description, poster, link, file, durationSeconds, publishedAt } = film;
  if (!poster || (!link && !file)) return null;
  return {
    '@type': 'VideoObject',
    name: title,
    description: description || title,
    thumbnailUrl: `${origin}/media/${poster.id}/og.jpg`,
    uploadDate: publishedAt,
    ...(durationSeconds === null ? {} : { duration: `PT${durationSeconds}S` }),
    ...(file ? { contentUrl: `${origin}${file}` } : {}),
    ...(link ? { embedUrl: filmPlayerUrl(link) } : {}),
  };
}
