import { buildRemote } from '@godhuli/remote-kit/build-remote';

/** What every page shows around its own part. */
const SURROUNDINGS = ['/api/content', '/api/services', '/api/profile'];

const HOME = [
  '/api/content',
  '/api/hero',
  '/api/highlights',
  '/api/services',
  '/api/packages',
  '/api/testimonials',
  '/api/stats',
  '/api/profile',
];
const PAGES = [
  { route: '/p/*', serverData: ['/api/photos/{1}', ...SURROUNDINGS], sitemap: 'photos' },
  { route: '/portfolio', serverData: ['/api/gallery/all', ...SURROUNDINGS] },
  { route: '/portfolio/*', serverData: ['/api/gallery/{1}', ...SURROUNDINGS] },
  { route: '/stories/*', serverData: ['/api/albums/{1}', ...SURROUNDINGS], sitemap: 'stories' },
  { route: '/privacy', serverData: SURROUNDINGS },
  { route: '/films/*', serverData: ['/api/films/{1}', ...SURROUNDINGS], sitemap: 'films' },
];

/** Every page again in each further language, with its texts. Sitemaps name the English pages. */
const TRANSLATED_PAGES = ['mr', 'hi'].flatMap((language) =>
  [{ route: '', serverData: HOME }, ...PAGES].map(({ route, serverData }) => ({
    route: `/${language}${route}`,
    serverData: [...serverData, `/api/translations/${language}`],
  })),
);

const routeData = [...PAGES, ...TRANSLATED_PAGES];

await buildRemote({ routes: ['/', ...routeData.map(({ route }) => route)], serverData: HOME, routeData });
