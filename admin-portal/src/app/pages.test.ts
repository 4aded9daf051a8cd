import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './pages';

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
const WITHOUT_SHELL = ['/', '/reset-password', '/**'];

it('ADM-SHELL-4 every page of the table has a route, and every route has a page', () => {
  const routes = [...read('../../webpack.build.mjs').matchAll(/^ +'(\/.*)',$/gm)].map(([, route]) => route);
  const paths = PAGES.map(({ path }) => path);
  expect(routes.filter((route) => !WITHOUT_SHELL.includes(route ?? '')).toSorted()).toEqual(paths.toSorted());
});

it('ADM-SHELL-4 every page has a screen, or is announced as not built yet', () => {
  const screens = [...read('screens.tsx').matchAll(/^ {2}'(.+)': \(\) => import\(/gm)].map(([, path]) => path);
  for (const { path, isComingSoon } of PAGES) if (!isComingSoon) expect(screens).toContain(path);
  for (const screen of screens) expect(PAGES.map(({ path }) => path)).toContain(screen);
});

it('ROUTE-2 the pages that the specification names are all there', () => {
  const named = ['', 'gallery', 'videos', 'blog', 'offers', 'pages', 'analytics', 'marketing', 'users', 'settings'];
  const paths = named.map((name) => (name ? `/dashboard/${name}` : '/dashboard'));
  expect(PAGES.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
});
