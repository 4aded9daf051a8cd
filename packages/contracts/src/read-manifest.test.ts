import { MAX_MANIFEST_BYTES, readManifest } from './read-manifest.js';
import { type ReleaseManifest, releaseManifestSchema, storedManifestSchema } from './releases.js';

const MANIFEST: ReleaseManifest = {
  ...{ name: 'sample', packageVersion: '1.0.0', contract: 1, container: 'sample_0123456789ab', entry: 'entry.js' },
  ...{ exposes: ['./remote'], remoteFiles: [], shared: {}, routes: ['/'], server: null, serverData: [] },
  files: [{ path: 'entry.js', size: 0, integrity: `sha384-${'a'.repeat(64)}` }],
};
const numbered = (count: number, text = 'x'): string[] => Array.from({ length: count }, (_, index) => text + index);
const read = (change: object) => readManifest(Buffer.from(JSON.stringify({ ...MANIFEST, ...change }, null, 2)));

describe('CARD-7 release.json', () => {
  it('with 500 files whose paths are as long as allowed is read', () => {
    const files = numbered(500).map((name) => ({ ...MANIFEST.files[0], path: `${'a'.repeat(190)}/${name}` }));
    expect(read({ files })).toEqual({ manifest: { ...MANIFEST, files } });
  });

  it('above 256 KB is refused before it is parsed', () => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(readManifest(Buffer.alloc(MAX_MANIFEST_BYTES + 1, ' '))).toEqual({
      problem: 'release.json may have 256 KB at most.',
    });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each([
    ['shared', { shared: Object.fromEntries(numbered(8000).map((key) => [key, 0])) }],
    ['files', { files: numbered(8000).map(() => 0) }],
    ['routeData', { routeData: numbered(20).map(() => ({ serverData: numbered(400).map(() => 0) })) }],
    ['a field that does not exist', { other: numbered(20).map(() => numbered(400).map(() => 0)) }],
  ])('with 8,000 values in %s is refused before Zod reports each of them', (_title, change) => {
    const validate = jest.spyOn(releaseManifestSchema, 'safeParse');
    expect(read(change)).toEqual({ problem: 'release.json may have 5000 values at most.' });
    expect(validate).not.toHaveBeenCalled();
    validate.mockRestore();
  });

  it('that is nested more deeply than the stack is refused', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(readManifest(Buffer.from(text))).toEqual({ problem: 'release.json may have 5000 values at most.' });
  });

  it('that is no JSON is refused', () => {
    expect(readManifest(Buffer.from('{'))).toEqual({ problem: 'release.json is not JSON.' });
  });

  it('with more than 50 shared modules is refused', () => {
    const shared = Object.fromEntries(numbered(51).map((key) => [key, '^1.0.0']));
    expect(read({ shared })).toEqual({
      problem: 'release.json is not valid: shared: Please name at most 50 modules.',
    });
  });

  it.each(['/', '/*', '/**', '/gallery', '/p/*', '/dashboard/gallery', '/a.b/~c_d-e'])(
    'with the route %s is read',
    (route) => {
      expect(read({ routes: [route] })).toEqual({ manifest: { ...MANIFEST, routes: [route] } });
    },
  );

  const OTHER_PATTERNS = [
    '//evil',
    '/a//b',
    '/a/',
    '/entries/:id',
    '/a?',
    '/deep/**',
    '/x/*/y',
    '/a*',
    '/..',
    '/café',
    '/a%20b',
  ];
  it.each(OTHER_PATTERNS)('with the route %s, which no URL matches, is refused by name', (route) => {
    expect(read({ routes: ['/', route] })).toEqual({
      problem: `release.json is not valid: routes.1: '${route}' is not a route: use '/', '/gallery', '/gallery/*' or '/**'.`,
    });
  });

  it.each(OTHER_PATTERNS)('of a stored release with the route %s is read', (route) => {
    const bytes = Buffer.from(JSON.stringify({ ...MANIFEST, routes: [route] }));
    expect(readManifest(bytes, storedManifestSchema)).toEqual({ manifest: { ...MANIFEST, routes: [route] } });
  });

  it('with long routes is refused by a short message', () => {
    const result = read({ routes: numbered(5, 'x'.repeat(20_000)) });
    expect('problem' in result && result.problem.length).toBeLessThan(1000);
  });

  it('with long names is refused by a short message', () => {
    const result = read({ shared: { ['x'.repeat(100_000)]: 0 }, ['y'.repeat(100_000)]: 0 });
    expect('problem' in result && result.problem.length).toBeLessThan(1000);
  });
});
