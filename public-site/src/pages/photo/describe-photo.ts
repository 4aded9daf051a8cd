import type { PhotoPage } from '@godhuli/contracts/portfolio';
import { breadcrumbList } from '../../head/breadcrumb-list';
import { preloadOf } from '../../head/document-head';
import { imageObject } from '../../head/structured-data';
import { localPath, t } from '../../languages/language';
import { labelOf } from '../gallery/all-categories';
import type { DescribePage } from '../page';
import { photoCrumbs } from './crumbs';
import { PHOTO_FRAMES } from './frames';

export const describePhoto: DescribePage<PhotoPage> = ({ item }, { studio, origin }) => {
  const { media, title, place } = item;
  const path = `/p/${item.slug}`;
  const credit = `${studio.brand} ${studio.trade}`;
  const kind = t(labelOf(item.category));
  const what = place ? t('{1} in {2}', kind, place) : kind;
  const description = item.description || t('{1}, photographed by {2}.', what, credit);
  const image = media && {
    ...imageObject(origin, media, title, description, credit),
    '@id': `${origin}${path}#photo`,
    mainEntityOfPage: `${origin}${localPath(path)}`,
    creator: { '@type': 'Organization', '@id': `${origin}/#studio`, name: credit },
    ...(place ? { contentLocation: { '@type': 'Place', name: place } } : {}),
  };
  return {
    title: `${title}${place ? `, ${place}` : ''} · ${studio.brand}`,
    description,
    path,
    share: media,
    preloads: media ? [preloadOf(media, PHOTO_FRAMES)] : [],
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [...(image ? [image] : []), breadcrumbList(origin, path, photoCrumbs(item))],
    },
  };
};
