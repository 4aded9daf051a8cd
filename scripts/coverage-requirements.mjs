/** `npm run coverage:requirements`: every row of docs/requirements.md with the tests that name it; exit code 1 when a row has none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const rows = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| ([A-Z]+(?:-[A-Z0-9]+)+) \| (.+) \|$/.exec(line))
  .filter(Boolean)
  .map(([, id, text]) => ({ id, text, tests: [] }));

/** Every test file of the project. */
function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', '.git', '.turbo'].includes(entry.name) || entry.name.startsWith('.data')) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return /\.(test|spec)\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

for (const file of testFiles(root)) {
  for (const [, , title] of readFileSync(file, 'utf8').matchAll(
    /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.+?)\1/g,
  ))
    for (const row of rows)
      if (new RegExp(`\\b${row.id}\\b(?!-\\d)`).test(title)) row.tests.push(`${relative(root, file)}: ${title}`);
}
for (const { id, tests } of rows) {
  console.log(`${tests.length > 0 ? ' ' : '!'} ${id}${tests.length > 0 ? '' : '  no test names it'}`);
  for (const test of tests) console.log(`      ${test}`);
}
const missing = rows.filter(({ tests }) => tests.length === 0);
console.log(`\n${rows.length - missing.length} of ${rows.length} rows are named by a test`);
process.exitCode = missing.length === 0 ? 0 : 1;
