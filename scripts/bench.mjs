/**
 * `npm run bench`: measures, and writes bench/results/latest.md and latest.json. Words after `--` choose parts
 * (`npm run bench -- page api`). `--photos 40` is the size of the batch of `uploads`. `--quick` only checks that every part runs, and writes nothing. `--loop 350`
 * is for a slow hour: it slows the CPU of pages down as if the fixed loop took 350 ms, as on a quiet machine, and writes nothing. The exit code
 * is 1 if a part could not run; a missed goal is only reported.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fixedLoopMs } from '../bench/fixed-loop.mjs';
import { findBrowser } from './find-browser.mjs';
import { commit, root, setup } from './setup.mjs';

const PARTS = [
  'page',
  'peers',
  'taps',
  'api',
  'images',
  'lighthouse',
  'memory',
  'gallery',
  'network',
  'staff',
  'editor',
  'staff-tasks',
  'dev-loop',
  'attacks',
  'soak',
  'uploads',
];
/** Parts that run only if they are named: they need a quiet machine or root, edit sources, or install other frameworks. */
const ON_REQUEST = ['peers', 'network', 'dev-loop', 'attacks', 'soak', 'uploads'];
const RESULTS = join(root, 'bench', 'results');

const { values, positionals: words } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    photos: { type: 'string', default: '400' },
    loop: { type: 'string' },
  },
  allowPositionals: true,
});
const { quick } = values;
const photos = Number(values.photos);
if (values.loop !== undefined && !(Number(values.loop) > 0)) {
  console.error(`--loop takes milliseconds, like 350, and not: ${values.loop}`);
  process.exit(1);
}
// Before the parts are imported.
if (values.loop) process.env.BENCH_LOOP_MS = values.loop;
const unknown = words.filter((word) => !PARTS.includes(word));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`);
  process.exit(1);
}
const named = PARTS.filter((part) => words.includes(part));
const chosen = named.length > 0 ? named : PARTS.filter((part) => !ON_REQUEST.includes(part));

/** Returns whether a value meets its goal: `<= 1.3`, `>= 100`, or `450 MB`, an upper limit. Null without a goal. */
function verdict({ value, limit }) {
  if (!limit) return null;
  const [measured, bound] = [value, limit].map((text) => Number(/-?\d+(\.\d+)?/.exec(String(text))?.[0]));
  return String(limit).startsWith('>=') ? measured >= bound : measured <= bound;
}

function browserVersion() {
  const { stdout } = spawnSync(findBrowser(), ['--version', '--no-sandbox']);
  return /[\d.]{4,}/.exec(stdout?.toString() ?? '')?.[0] ?? 'unknown';
}

/** @returns rows with part, command and verdict, the part's own text, and the fixed loop before and after it */
async function run(part) {
  const loopMs = [fixedLoopMs()];
  const started = Date.now();
  console.log(`> ${part}`);
  const { measure } = await import(pathToFileURL(join(root, 'bench', `${part}.mjs`)).href);
  const measured = await measure({ quick, photos });
  const { rows, text = '', data } = Array.isArray(measured) ? { rows: measured } : measured;
  const command = `npm run bench -- ${part}`;
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  loopMs.push(fixedLoopMs());
  return { part, command, text, data, loopMs, rows: rows.map((row) => ({ ...row, kept: verdict(row) })) };
}

const MARKS = new Map([
  [true, 'yes'],
  [false, '**no**'],
  [null, ''],
]);
function tableOf(rows) {
  const lines = rows.map(
    ({ what, value, limit, kept, note }) =>
      `| ${what} | ${value} | ${limit ?? ''} | ${MARKS.get(kept)} | ${note ?? ''} |`,
  );
  return ['| what | measured | goal | reached | note |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

function sectionOf({ part, command, at, text, rows, machine, revision, loopMs }) {
  const speed = loopMs ? ` A fixed loop took ${loopMs[0]} ms before and ${loopMs[1]} ms after it.` : '';
  const source = `\`${command}\` on ${machine}, commit ${revision}, ${at}.${speed}`;
  return [`## ${part}`, source, tableOf(rows), text].filter(Boolean).join('\n\n');
}

/** Keeps the parts that were measured earlier, each with its machine, commit and date. */
function write(results) {
  const file = join(RESULTS, 'latest.json');
  const earlier = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).parts ?? []) : [];
  const parts = PARTS.flatMap((part) => [...results, ...earlier].find((result) => result.part === part) ?? []);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ parts }, null, 1)}\n`);
  const missed = parts.flatMap(({ rows }) => rows.filter(({ kept }) => kept === false).map(({ what }) => `- ${what}`));
  const summary = missed.length > 0 ? `Goals missed:\n\n${missed.join('\n')}` : 'All goals reached.';
  writeFileSync(join(RESULTS, 'latest.md'), `# Measurements\n\n${[summary, ...parts.map(sectionOf)].join('\n\n')}\n`);
}

setup();
const processor = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const machine = `${processor}, Node ${process.versions.node}, Chromium ${browserVersion()}`;
const stamp = { machine, revision: commit(), at: new Date().toISOString().slice(0, 10) };
const results = [];
for (const part of chosen) {
  try {
    const result = { ...(await run(part)), ...stamp };
    results.push(result);
    // After each part: what an interrupted run has measured is kept.
    if (!quick && !values.loop) write(results);
    console.log(`\n${tableOf(result.rows)}\n${result.text && `\n${result.text}\n`}`);
  } catch (error) {
    console.error(`  ${part} could not run: ${error.stack}`);
    process.exitCode = 1;
  }
}
