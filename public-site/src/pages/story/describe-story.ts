import type { Story } from '@godhuli/contracts/albums';
import { videoObject } from '../../film/video-object';
import { breadcrumbList } from '../../head/breadcrumb-list';
import { preloadOf } from '../../head/document-head';
import { imageObject } from '../../head/structured-data';
import { localPath, t } from '../../languages/language';
import { labelOf } from '../gallery/all-categories';
import type { DescribePage } from '../page';
import { storyCrumbs } from './crumbs';
import { COVER_FRAMES } from './frames';

const MAX_IMAGES = 24;

export const describeStory: DescribePage<Story> = (story, { studio, origin }) => {
  const { title, place, description, cover, sections, category, slug } = story;
  const path = `/stories/${slug}`;
  const credit = `${studio.brand} ${studio.trade}`;
  const kind = t(labelOf(category));
  const what = place ? t('{1} in {2}', kind, place) : kind;
  const entries = sections.flatMap((section) => section.entries);
  const photos = entries.flatMap((entry) => (entry.kind === 'photo' ? entry.photo : [])).slice(0, MAX_IMAGES);
  const images = photos.flatMap(({ media, title: name, description: text }) =>
    media ? imageObject(origin, media, name, text || media.alt, credit) : [],
  );
  const films = entries.flatMap((entry) => (entry.kind === 'film' ? (videoObject(origin, entry.film) ?? []) : []));
  const gallery = { '@type': 'ImageGallery', name: title, url: origin + localPath(path), image: images };
  return {
    title: `${title}${place ? `, ${place}` : ''} · ${studio.brand}`,
    description: description || t('{1}, photographed by {2}.', what, credit),
    path,
    share: cover,
    preloads: cover ? [preloadOf(cover, COVER_FRAMES)] : [],
    structuredData: {
      '@context': 'https://schema.org',
      '@graph': [gallery, ...films, breadcrumbList(origin, path, storyCrumbs(story))],
    },
  };
};
