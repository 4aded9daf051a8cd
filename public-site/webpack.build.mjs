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
  { route: '/portfolio/*', serverData: ['/api/gallery/{1}', ...SURROUNDINGS], sitemap: 'categories' },
  { route: '/stories/*', serverData: ['/api/albums/{1}', ...SURROUNDINGS], sitemap: 'stories' },
  { route: '/privacy', serverData: SURROUNDINGS },
  { route: '/films/*', serverData: ['/api/films/{1}', ...SURROUNDINGS], sitemap: 'films' },
];

/** What the API returns in each language; see `src/languages/translated-path.ts`. */
const IN_EACH_LANGUAGE = /^\/api\/(hero|highlights|photos|gallery|albums|films)(?=\/|$)/;

/** Every page again in each further language, with its texts. */
const TRANSLATED_PAGES = ['mr', 'hi'].flatMap((language) =>
  [{ route: '', serverData: HOME }, ...PAGES].map(({ route, serverData, sitemap }) => ({
    route: `/${language}${route}`,
    serverData: [
      ...serverData.map((path) => path.replace(IN_EACH_LANGUAGE, `/api/translations/${language}/$1`)),
      `/api/translations/${language}`,
    ],
    ...(sitemap ? { sitemap, lang: language } : {}),
  })),
);

const routeData = [...PAGES, ...TRANSLATED_PAGES];

await buildRemote({ routes: ['/', ...routeData.map(({ route }) => route)], serverData: HOME, routeData });
