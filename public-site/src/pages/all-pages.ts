import { filmPage } from './film/film-page';
import { galleryPage } from './gallery/gallery-page';
import type { SitePage } from './page';
import { photoPage } from './photo/photo-page';
import { privacyPage } from './privacy/privacy-page';
import { storyPage } from './story/story-page';

/** A page whose data is checked by its own `isData`. */
const page = <Data>(known: SitePage<Data>) => known as unknown as SitePage<unknown>;

/** Every page but the one-page site. */
export const PAGES: readonly SitePage<unknown>[] = [
  page(photoPage),
  page(storyPage),
  page(galleryPage),
  page(filmPage),
  page(privacyPage),
];
