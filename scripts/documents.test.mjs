import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const DECISIONS = 'docs/decisions';
const LONGEST_JOURNEY = 12;

const read = (path) => readFileSync(join(root, path), 'utf8');
const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
/** Documents that describe the present. Decision records describe the past. */
const DOCUMENTS = [...markdownIn('.'), ...markdownIn('docs')];
const RECORDS = markdownIn(DECISIONS).filter((path) => !path.endsWith('README.md'));

/** Every file of the repository, new ones included, without what git ignores. */
const FILES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path && existsSync(join(root, path)));
const FOLDERS = new Set(FILES.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));

/** A built program stands for its source: `api/dist/main.js` for `api/src/main.ts`. */
const sourceOf = (path) => path.replace(/^(.+?)\/dist\/(.+)\.js$/, '$1/src/$2.ts');

/**
 * Whether a word of a code span names nothing, or something that exists. A path may be the beginning of one, as in the
 * pattern of a test command. A file without its folder must exist in some folder.
 */
function exists(word) {
  const path = sourceOf(word).replace(/\/$/, '');
  if (/\/(dist|node_modules)(\/|$)/.test(path) || /[…*<>{}$]/.test(path)) return true;
  if (path.includes('/') && FOLDERS.has(path.split('/')[0])) return FILES.some((file) => file.startsWith(path));
  if (!/^[\w./-]+\.(ts|tsx|mjs|md)$/.test(path)) return true;
  return FILES.some((file) => `/${file}`.endsWith(`/${path.replace(/^(\.\.?\/)+/, '')}`));
}

const withoutFences = (text) => text.replace(/^```[\s\S]*?^```$/gm, '');
const missingIn = (text) =>
  [...withoutFences(text).matchAll(/`([^`]+)`/g)]
    .flatMap(([, span]) => span.split(/\s+/))
    .filter((word) => !exists(word));

/** The files of each journey of ARCHITECTURE.md: `### Title` below `## Four journeys`, then `1. \`path\` …`. */
function journeysIn(text) {
  const chapter = /^## Four journeys$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return chapter
    .split(/^### /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n', 1)[0],
      files: [...part.matchAll(/^\d+\. (?:`([^`]+)`)?/gm)].map(([line, path]) => path ?? line),
    }));
}

it('finds a path that does not exist, and accepts folders, test patterns and built programs', () => {
  const wrong = 'See `api/src/nowhere.ts`, `nowhere.test.ts` and `node scripts/nowhere.mjs --all`.';
  expect(missingIn(wrong)).toEqual(['api/src/nowhere.ts', 'nowhere.test.ts', 'scripts/nowhere.mjs']);
  expect(
    missingIn('`api/`, `node api/dist/main.js`, `jest api/src/mai`, `main.ts`, `release.json`, `npm run x`'),
  ).toEqual([]);
});

it.each(DOCUMENTS)('%s names only files that exist', (path) => {
  const text = read(path);
  expect(missingIn(text)).toEqual([]);
  const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, target]) => target);
  expect(links.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
});

it(`reads the journeys of a document, each with at most ${LONGEST_JOURNEY} files`, () => {
  const steps = Array.from({ length: 13 }, (_, index) => `${index + 1}. \`api/src/main.ts\` starts.`).join('\n');
  const [short, long] = journeysIn(
    `## Four journeys\n### One\n1. \`README.md\` x\n2. no path\n### Two\n${steps}\n## End\n`,
  );
  expect(short).toEqual({ title: 'One', files: ['README.md', '2. '] });
  expect(long?.files).toHaveLength(13);
});

it('every journey of ARCHITECTURE.md lists at most 12 files, all of which exist', () => {
  const journeys = journeysIn(read('ARCHITECTURE.md'));
  expect(journeys).toHaveLength(4);
  for (const { title, files } of journeys) {
    expect({ title, missing: files.filter((path) => !FILES.includes(path)) }).toEqual({ title, missing: [] });
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(LONGEST_JOURNEY);
  }
});

it.each(RECORDS)('%s begins with title, date and status, is in the index, and says how to reverse it today', (path) => {
  const name = path.slice(DECISIONS.length + 1);
  const [title, blank, date, status] = read(path).split('\n');
  expect(title).toMatch(new RegExp(`^# ${name.slice(0, 3)} `));
  expect(blank).toBe('');
  expect(date).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/);
  expect(status).toMatch(/^- Status: (Accepted|Superseded by \[\d{3}\]\(\d{3}-[\w-]+\.md\))$/);
  expect(read(`${DECISIONS}/README.md`)).toContain(`[${title.slice(2)}](${name})`);
  expect(missingIn(/^\*\*To (?:reverse|extend)\.\*\*[\s\S]*/m.exec(read(path))?.[0] ?? '')).toEqual([]);
});
