import { releaseFileUrl } from './page.js';

const RELEASE = '/remotes/public-site/1.0.0-3f9a1c0b77aa/';

it.each([
  ['assets/477.c28a8f152d52.js', '/remotes/public-site/assets/477.c28a8f152d52.js'],
  ['assets/fonts/lora-latin.6bd42a6b.woff2', '/remotes/public-site/assets/fonts/lora-latin.6bd42a6b.woff2'],
  ['assets/3f9a1c0b77aa.svg', '/remotes/public-site/assets/3f9a1c0b77aa.svg'],
])('CARD-7 a file named by its content has one URL for all releases of its remote: %s', (path, url) => {
  expect(releaseFileUrl(RELEASE, path)).toBe(url);
});

it.each([
  'remoteEntry.js',
  '477.c28a8f152d52.js',
  'assets/logo.svg',
  'assets/index-BX3kQz9a.js',
  'assets/477.c28a8f15.LICENSE.txt',
  'assets/../remote.c28a8f152d52.js',
  `assets/${'a'.repeat(200)}.js`,
])('CARD-7 any other file is at the URL of its release: %s', (path) => {
  expect(releaseFileUrl(RELEASE, path)).toBe(RELEASE + path);
});

it('CARD-7 a development server gives out all of its files itself', () => {
  const path = 'assets/logo.c28a8f152d52.svg';
  expect(releaseFileUrl('http://127.0.0.1:4000/', path)).toBe(`http://127.0.0.1:4000/${path}`);
});
