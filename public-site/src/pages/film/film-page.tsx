import type { Film } from '@godhuli/contracts/films';
import { isFilm } from '../../data/story-guards';
import { FilmView } from '../../film/film';
import { Breadcrumbs } from '../breadcrumbs';
import type { PageProps, SitePage } from '../page';
import { filmCrumbs } from './crumbs';

/** One film (FILM-5). */
function FilmPage({ data: film, studio }: PageProps<Film>) {
  return (
    <article className="film-page section section--grain" data-tone="ink" aria-labelledby="page-h">
      <div className="container">
        <Breadcrumbs crumbs={filmCrumbs(film)} />
        <FilmView film={film} studio={studio} heading="h1" hasPriority />
      </div>
    </article>
  );
}

export const filmPage: SitePage<Film> = {
  dataPath(pathname) {
    const slug = /^\/films\/([^/]+)\/?$/.exec(pathname)?.[1];
    return slug && `/api/films/${slug}`;
  },
  isData: isFilm,
  Page: FilmPage,
  notFound: 'Film not found',
};
