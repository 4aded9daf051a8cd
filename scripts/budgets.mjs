/**
 * Prints the size of every file that `/` loads, as brotli (quality 11), and fails if one of them, or their sum, is above its
 * budget. Part of `npm run verify`; alone: `node scripts/budgets.mjs [checkout]`.
 * KB are 1,000 bytes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** Bytes after brotli. A budget is raised only by a commit that says what the page gets for it. */
export const BUDGETS = {
  'react-dom': 57_500,
  'shell of a visitor': 29_550,
  'remote entry': 3_200,
  // React hydrates the form alone; a page that the server could not render loads the rest.
  'remote code': 8_050,
  'page script': 5_480,
  'photos above the page, at the first use': 25_000,
  'JavaScript of / with the form': 96_900,
  // It adds only the families that the page uses: each costs a layout.
  'boot script in the document': 3_095,
  'tokens in the document': 3_000,
};

const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;

/** Returns what a visitor loads from the builds of a checkout, as rows of name, files and bytes after brotli. */
export function weigh(root) {
  const browser = join(root, 'shell/dist');
  const remote = join(root, 'public-site/dist');
  const shell = JSON.parse(readFileSync(join(browser, 'shell.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(remote, 'release.json'), 'utf8'));
  const scripts = shell.scripts.onePage.map(({ src }) => join(browser, src));
  const isReact = (file) => /\/react\.[0-9a-f]+\.js$/.test(file);
  const row = (name, files) => ({
    name,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + brotli(readFileSync(file)), 0),
  });
  const rows = [
    row('react-dom', scripts.filter(isReact)),
    row(
      'shell of a visitor',
      scripts.filter((file) => !isReact(file)),
    ),
    row('remote entry', [join(remote, manifest.entry)]),
    row(
      'remote code',
      manifest.remoteFiles.map((file) => join(remote, file)),
    ),
  ];
  const sum = (key) => rows.reduce((total, each) => total + each[key], 0);
  return [
    ...rows,
    // All that a visitor loads who does not come near the form.
    row('page script', [join(remote, manifest.pageScript)]),
    row(
      'photos above the page, at the first use',
      manifest.files.filter(({ path }) => /^assets\/page-\d+\./.test(path)).map(({ path }) => join(remote, path)),
    ),
    { name: 'JavaScript of / with the form', files: sum('files'), bytes: sum('bytes') },
    { name: 'boot script in the document', files: 0, bytes: brotli(Buffer.from(shell.boot)) },
    { name: 'tokens in the document', files: 0, bytes: brotli(Buffer.from(shell.styles.critical)) },
  ];
}

/** Returns the rows above their budget, and those without one. */
export const tooHeavy = (rows, budgets = BUDGETS) => rows.filter(({ name, bytes }) => !(bytes <= budgets[name]));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(join(root, 'shell/dist/shell.json'))) throw new Error('not built yet: npm run build');
  const rows = weigh(root);
  const heavy = new Set(tooHeavy(rows));
  for (const each of rows) {
    const cells = [each.name.padEnd(40), String(each.bytes).padStart(7), 'of', String(BUDGETS[each.name]).padStart(7)];
    console.log(`${cells.join(' ')}${heavy.has(each) ? '  TOO HEAVY' : ''}`);
  }
  if (heavy.size > 0) process.exitCode = 1;
}
