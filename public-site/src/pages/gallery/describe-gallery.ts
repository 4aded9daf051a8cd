import type { GalleryPage } from '@godhuli/contracts/albums';
import { videoObject } from '../../film/video-object';
import { breadcrumbList } from '../../head/breadcrumb-list';
import { imageObject } from '../../head/structured-data';
import { localPath, numberText, t } from '../../languages/language';
import type { DescribePage } from '../page';
import { galleryCrumbs, galleryPath, galleryTitle } from './gallery-texts';

const MAX_IMAGES = 24;

export const describeGallery: DescribePage<GalleryPage> = (gallery, { studio, origin }) => {
  const { category, page, pages, photos, stories, films } = gallery;
  const path = galleryPath(category, page);
  const credit = `${studio.brand} ${studio.trade}`;
  const number = page > 1 ? `, ${t('Page {1} of {2}', numberText(page), numberText(pages)).toLowerCase()}` : '';
  const images = photos
    .slice(0, MAX_IMAGES)
    .flatMap(({ media, title, description }) =>
      media ? imageObject(origin, media, title, description || media.alt, credit) : [],
    );
  const collection = {
    '@type': 'ImageGallery',
    name: galleryTitle(gallery),
    url: origin + localPath(path),
    image: images,
  };
  return {
    title: `${galleryTitle(gallery)}${number} · ${studio.brand}`,
    description: t('Photos, stories and films by {1}, {2}.', credit, studio.location + number),
    path,
    share: stories[0]?.cover ?? photos[0]?.media ?? null,
    preloads: [],
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [
        collection,
        ...films.flatMap((film) => videoObject(origin, film) ?? []),
        breadcrumbList(origin, path, galleryCrumbs(gallery)),
      ],
    },
  };
};
