import type { PhotoPage as PhotoPageData } from '@godhuli/contracts/portfolio';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { isPhotoPage } from '../../data/guards';
import { localPath, t } from '../../languages/language';
import { Icon } from '../../page/icon';
import { Photo } from '../../photo/photo';
import { PhotoButtons } from '../../photo/photo-buttons';
import { Breadcrumbs } from '../breadcrumbs';
import { labelOf } from '../gallery/all-categories';
import type { PageProps, SitePage } from '../page';
import { photoCrumbs } from './crumbs';
import { NEIGHBOUR_FRAMES, PHOTO_FRAMES } from './frames';

function Neighbour({ rel, photo }: { rel: 'prev' | 'next'; photo: NonNullable<PhotoPageData['next']> }) {
  const label = t(rel === 'prev' ? 'Previous photo' : 'Next photo');
  return (
    <a className={`neighbour neighbour--${rel}`} href={localPath(`/p/${photo.slug}`)} rel={rel}>
      <Photo className="neighbour__photo" media={photo.media} image={photo.image} alt="" frames={NEIGHBOUR_FRAMES} />
      <span className="neighbour__text">
        <span className="eyebrow">
          {rel === 'prev' && <ArrowLeft className="icon" />} {label} {rel === 'next' && <Icon name="arrow-right" />}
        </span>
        <span className="neighbour__title">{photo.title}</span>
      </span>
    </a>
  );
}

/** One photo, whole, with its caption and its neighbours (PUB-PHOTO-1). */
function PhotoPage({ data: { item, previous, next } }: PageProps<PhotoPageData>) {
  const category = t(labelOf(item.category));
  return (
    <article className="photo-page section section--grain" data-tone="ink" aria-labelledby="page-h">
      <div className="container">
        <Breadcrumbs crumbs={photoCrumbs(item)} />
        <figure>
          <Photo
            className="photo-page__photo"
            media={item.media}
            image={item.image}
            frames={PHOTO_FRAMES}
            hasPriority
          />
          <figcaption>
            <div>
              <p className="eyebrow">
                {category}
                {item.place && (
                  <>
                    {' '}
                    <span aria-hidden="true">/</span> {item.place}
                  </>
                )}
              </p>
              <h1 id="page-h">{item.title}</h1>
            </div>
            <div className="photo-page__text">
              {item.description && <p className="lead">{item.description}</p>}
              <div className="actions">
                <a className="button button--solid" href={localPath('/#contact')}>
                  {t('Ask about a photo like this')}
                </a>
                <PhotoButtons photo={item} className="icon-button--outline" />
              </div>
            </div>
          </figcaption>
        </figure>
        {(previous || next) && (
          <nav className="neighbours" aria-label={t('More photos: {1}', category)}>
            {previous && <Neighbour rel="prev" photo={previous} />}
            {next && <Neighbour rel="next" photo={next} />}
          </nav>
        )}
      </div>
    </article>
  );
}

export const photoPage: SitePage<PhotoPageData> = {
  dataPath(pathname) {
    const slug = /^\/p\/([^/]+)\/?$/.exec(pathname)?.[1];
    return slug && `/api/photos/${slug}`;
  },
  isData: isPhotoPage,
  Page: PhotoPage,
  notFound: 'Photo not found',
};
