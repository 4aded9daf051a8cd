import type { Film } from '@godhuli/contracts/films';
import { videoObject } from '../../film/video-object';
import { breadcrumbList } from '../../head/breadcrumb-list';
import { t } from '../../languages/language';
import type { DescribePage } from '../page';
import { filmCrumbs } from './crumbs';

export const describeFilm: DescribePage<Film> = (film, { studio, origin }) => {
  const path = `/films/${film.slug}`;
  return {
    title: `${film.title} · ${studio.brand}`,
    description: film.description || t('A film by {1}.', `${studio.brand} ${studio.trade}`),
    path,
    share: film.poster,
    preloads: [],
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [...[videoObject(origin, film) ?? []].flat(), breadcrumbList(origin, path, filmCrumbs(film))],
    },
  };
};
