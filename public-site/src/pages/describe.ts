import { describeFilm } from './film/describe-film';
import { filmPage } from './film/film-page';
import { describeGallery } from './gallery/describe-gallery';
import { galleryPage } from './gallery/gallery-page';
import type { DescribePage, PageHead, SitePage } from './page';
import { describePhoto } from './photo/describe-photo';
import { photoPage } from './photo/photo-page';
import { describePrivacy } from './privacy/describe-privacy';
import { privacyPage } from './privacy/privacy-page';
import { describeStory } from './story/describe-story';
import { storyPage } from './story/story-page';
import { readPageData } from './use-page-data';

/** A page with its description, which only the server needs. */
const described = <Data>(page: SitePage<Data>, describePage: DescribePage<Data>) => ({
  page,
  read(value: unknown, input: Parameters<DescribePage<Data>>[1]): Described {
    const loaded = readPageData(page, value);
    if (loaded.step === 'ready') return { step: 'ready', page: describePage(loaded.data, input) };
    return loaded.step === 'missing'
      ? { step: 'missing', heading: page.notFound }
      : { step: 'loading', heading: 'Loading' };
  },
});

const PAGES = [
  described(photoPage, describePhoto),
  described(storyPage, describeStory),
  described(galleryPage, describeGallery),
  described(filmPage, describeFilm),
  described(privacyPage, describePrivacy),
];

type Described =
  | { step: 'ready'; page: PageHead }
  /** `missing`: nothing is there. `loading`: the browser fetches the data. */
  | { step: 'missing' | 'loading'; heading: string };

/** Returns what the head says about the page at a path. @param data by API path */
export function describe(
  pathname: string,
  data: Readonly<Record<string, unknown>>,
  input: Parameters<DescribePage<never>>[1],
): Described {
  for (const { page, read } of PAGES) {
    const path = page.dataPath(pathname);
    if (path !== undefined) return read(data[path], input);
  }
  return { step: 'missing', heading: 'Page not found' };
}
