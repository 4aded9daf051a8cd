/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUDGETS, tooHeavy, weigh } from './budgets.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'budgets-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Lays builds of a given weight into a checkout; random bytes do not compress. */
function writeBuilds(bytes) {
  const files = {
    'shell/dist/shell.json': JSON.stringify({
      scripts: { onePage: [{ src: '/assets/react.0123456789ab.js' }, { src: '/assets/one-page.0123456789ab.js' }] },
      boot: 'boot()',
      styles: { critical: ':root{}' },
    }),
    'shell/dist/assets/react.0123456789ab.js': randomBytes(bytes.react),
    'shell/dist/assets/one-page.0123456789ab.js': randomBytes(bytes.shell),
    'public-site/dist/release.json': JSON.stringify({
      entry: 'remoteEntry.js',
      remoteFiles: ['1.js', '2.js'],
      pageScript: 'page.js',
      files: [{ path: 'page.js' }, { path: 'assets/page-1.0123456789ab.js' }],
    }),
    'public-site/dist/assets/page-1.0123456789ab.js': randomBytes(bytes.later),
    'public-site/dist/page.js': randomBytes(bytes.page),
    'public-site/dist/remoteEntry.js': randomBytes(bytes.entry),
    'public-site/dist/1.js': randomBytes(bytes.code),
    'public-site/dist/2.js': 'export default 1;',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
const LIGHT = { react: 50_000, shell: 20_000, entry: 2_000, code: 5_000, page: 2_000, later: 20_000 };

it('builds within every budget pass', () => {
  writeBuilds(LIGHT);
  const rows = weigh(root);
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(BUDGETS).sort());
  expect(tooHeavy(rows)).toEqual([]);
});

it.each([
  ['react', 'react-dom'],
  ['shell', 'shell of a visitor'],
  ['entry', 'remote entry'],
  ['code', 'remote code'],
  ['page', 'page script'],
  ['later', 'photos above the page, at the first use'],
])('a bloated %s fails its own budget', (part, name) => {
  writeBuilds({ ...LIGHT, [part]: BUDGETS[name] + 100 });
  expect(tooHeavy(weigh(root)).map((row) => row.name)).toContain(name);
});

it('files that are each within their budget can be too heavy together', () => {
  const justBelow = (name) => BUDGETS[name] - 100;
  writeBuilds({
    ...LIGHT,
    react: justBelow('react-dom'),
    shell: justBelow('shell of a visitor'),
    entry: justBelow('remote entry'),
    code: justBelow('remote code'),
  });
  expect(tooHeavy(weigh(root)).map(({ name }) => name)).toEqual(['JavaScript of / with the form']);
});

it('the command that verify runs ends with an error when one file is too heavy, and names it', () => {
  const run = () =>
    spawnSync(process.execPath, [fileURLToPath(new URL('budgets.mjs', import.meta.url)), root], { encoding: 'utf8' });
  writeBuilds(LIGHT);
  expect(run().status).toBe(0);
  writeBuilds({ ...LIGHT, code: BUDGETS['remote code'] + 100 });
  const { status, stdout } = run();
  expect(status).toBe(1);
  expect(stdout).toMatch(/^remote code .*TOO HEAVY$/m);
});
