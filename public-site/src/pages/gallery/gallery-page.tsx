import type { GalleryPage as Gallery } from '@godhuli/contracts/albums';
import { isGalleryPage } from '../../data/story-guards';
import { FilmView } from '../../film/film';
import { localPath, numberText, t } from '../../languages/language';
import { Icon } from '../../page/icon';
import { PhotoRows } from '../../portfolio/photo-rows';
import { Breadcrumbs } from '../breadcrumbs';
import type { PageProps, SitePage } from '../page';
import { StoryCard } from '../story/story-card';
import { ALL_CATEGORIES } from './all-categories';
import { galleryCrumbs, galleryPath, galleryTitle } from './gallery-texts';
import { PackageList } from './package-list';

/** All photos by category, a page at a time, with stories and films on the first page (STORY-4). */
function GalleryPage({ data, studio }: PageProps<Gallery>) {
  const { category, page, pages, photos, stories, films, packages } = data;
  const heading = galleryTitle(data);
  return (
    <div className="gallery portfolio section section--grain" data-tone="ink">
      <div className="container">
        <Breadcrumbs crumbs={galleryCrumbs(data)} />
        <h1 id="page-h">{heading}</h1>
        <nav className="gallery__categories" aria-label={t('Categories')}>
          <a href={localPath('/portfolio')} aria-current={category === null ? 'page' : undefined}>
            {t('All')}
          </a>
          {ALL_CATEGORIES.map(({ id, label }) => (
            <a key={id} href={localPath(`/portfolio/${id}`)} aria-current={category === id ? 'page' : undefined}>
              {t(label)}
            </a>
          ))}
        </nav>
        {stories.length > 0 && (
          <section aria-labelledby="stories-h">
            <h2 id="stories-h">{t('Stories')}</h2>
            <ul className="story-cards">
              {stories.map((story) => (
                <StoryCard key={story._id} story={story} />
              ))}
            </ul>
          </section>
        )}
        {films.length > 0 && (
          <section aria-labelledby="films-h">
            <h2 id="films-h">{t('Films')}</h2>
            <div className="gallery__films">
              {films.map((film) => (
                <FilmView key={film._id} film={film} studio={studio} heading="h3" />
              ))}
            </div>
          </section>
        )}
        <section aria-labelledby="photos-h">
          <h2 id="photos-h">{t('Photos')}</h2>
          {photos.length > 0 ? <PhotoRows photos={photos} /> : <p className="lead">{t('No photos here yet.')}</p>}
        </section>
        {category !== null && page === 1 && <PackageList packages={packages ?? []} studio={studio} />}
        {pages > 1 && (
          <nav className="gallery__pages" aria-label={t('Pages')}>
            {page > 1 && (
              <a className="button button--outline" href={localPath(galleryPath(category, page - 1))} rel="prev">
                {t('Previous page')}
              </a>
            )}
            <span>{t('Page {1} of {2}', numberText(page), numberText(pages))}</span>
            {page < pages && (
              <a className="button button--outline" href={localPath(galleryPath(category, page + 1))} rel="next">
                {t('Next page')} <Icon name="arrow-right" />
              </a>
            )}
          </nav>
        )}
      </div>
    </div>
  );
}

export const galleryPage: SitePage<Gallery> = {
  dataPath(pathname) {
    if (/^\/portfolio\/?$/.test(pathname)) return '/api/gallery/all';
    const name = /^\/portfolio\/([^/]+)\/?$/.exec(pathname)?.[1];
    return name && `/api/gallery/${name}`;
  },
  isData: isGalleryPage,
  Page: GalleryPage,
  notFound: 'Page not found',
};
