/** Scores of every kind of variant: see images.mjs. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { encode } from '../api/dist/features/media/encode.js';
import { median } from './statistics.mjs';

const GOALS = { median: 74, worst: 70, hero: 76 };
/** Widths are reported in these classes: a photo of 1440 px counts as 1600. */
const CLASSES = [480, 960, 1600, 2400];
/** sharp without options: AVIF quality 50, WebP 80, JPEG 80. */
const DEFAULTS = {
  avif: (image) => image.avif(),
  webp: (image) => image.webp(),
  jpg: (image) => image.jpeg(),
};
const run = promisify(execFile);
// Files are written again under their names; a worker has one thread.
sharp.cache(false);
sharp.concurrency(1);

/** Returns the path of `ssimulacra2`, or null with a message. `SSIMULACRA2` names an installed one. */
function findTool() {
  if (process.env.SSIMULACRA2) return process.env.SSIMULACRA2;
  const folder = join(tmpdir(), 'godhuli-ssimulacra2');
  const { status, stdout, stderr } = spawnSync('sh', [join(import.meta.dirname, 'ssimulacra2.sh'), folder]);
  if (status === 0) return stdout.toString().trim();
  console.log(`  quality skipped: ssimulacra2 could not be had. ${stderr?.toString().trim().split('\n').at(-1) ?? ''}`);
  return null;
}

/** The kinds of encoding: what we serve, and sharp's defaults. */
const KINDS = {
  ours: (image, format, width) => encode(image, format, { width, isHighQuality: true }),
  sharp: (image, format) => DEFAULTS[format](image),
};

async function measurePhoto({ tool, folder, measured }, kind, source) {
  const [reference, decoded] = ['reference.png', 'decoded.png'].map((name) => join(folder, name));
  const isHero = basename(source).startsWith('hero-');
  const { width: own } = await sharp(source).metadata();
  const widths = CLASSES.filter((width) => width < own).concat(Math.min(own, 2400));
  for (const width of widths) {
    const size = CLASSES.find((each) => width <= each);
    const pixels = await sharp(source).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    const resized = () => sharp(pixels.data, { raw: pixels.info });
    await resized().png({ compressionLevel: 1 }).toFile(reference);
    for (const format of Object.keys(DEFAULTS)) {
      const started = process.cpuUsage();
      const bytes = await KINDS[kind](resized(), format, width).toBuffer();
      const { user, system } = process.cpuUsage(started);
      await sharp(bytes).png({ compressionLevel: 1 }).toFile(decoded);
      const { stdout } = await run(tool, [reference, decoded]);
      const ms = (user + system) / 1000;
      measured.push({ kind, format, size, isHero, ms, bytes: bytes.length, score: Number(stdout) });
    }
  }
}

const kilobytes = (values) => (values.reduce((sum, { bytes }) => sum + bytes, 0) / values.length / 1000).toFixed(1);
const scoresOf = (values) => values.map(({ score }) => score);

/** @returns rows with goals, and the table of all sizes and formats */
export async function measureQuality(sources) {
  const tool = findTool();
  if (!tool) return { rows: [], text: 'Quality was not measured: ssimulacra2 could not be had.' };
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-quality-'));
  const measured = [];
  try {
    for (const kind of ['ours', 'sharp'])
      for (const source of sources) await measurePhoto({ tool, folder, measured }, kind, source);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const of = (kind, format, size) =>
    measured.filter((each) => each.kind === kind && each.format === format && each.size === size);
  const rows = Object.keys(DEFAULTS).flatMap((format) => {
    const sizes = CLASSES.map((size) => of('ours', format, size)).filter(({ length }) => length > 0);
    const heroes = sizes.flat().filter(({ isHero }) => isHero);
    const row = (what, value, goal) => ({
      what: `${format}: SSIMULACRA2 ${what}`,
      value: value.toFixed(1),
      limit: `>= ${goal}`,
    });
    return [
      row('median, lowest of all sizes', Math.min(...sizes.map((size) => median(scoresOf(size)))), GOALS.median),
      row('of the worst photo of all sizes', Math.min(...scoresOf(sizes.flat())), GOALS.worst),
      row('of the worst hero photo of all sizes', Math.min(...scoresOf(heroes)), GOALS.hero),
    ];
  });
  const lines = Object.keys(DEFAULTS).flatMap((format) =>
    CLASSES.flatMap((size) => {
      const [ours, plain] = [of('ours', format, size), of('sharp', format, size)];
      if (ours.length === 0) return [];
      const heroes = ours.filter(({ isHero }) => isHero);
      const cells = [ours, plain].map((values) => {
        const scores = scoresOf(values);
        const ms = median(values.map((each) => each.ms));
        return `${median(scores).toFixed(1)} | ${Math.min(...scores).toFixed(1)} | ${kilobytes(values)} | ${ms.toFixed(0)}`;
      });
      const hero = heroes.length > 0 ? Math.min(...scoresOf(heroes)).toFixed(1) : '';
      return `| ${format} ${size} | ${ours.length} | ${hero} | ${cells.join(' | ')} |`;
    }),
  );
  const head = ['variant', 'photos', 'worst hero', 'median', 'worst', 'KB', 'ms', 'sharp: median', 'worst', 'KB', 'ms'];
  const text = [
    `${sources.length} photos; the KB are means, the ms medians of CPU time.`,
    'sharp is called without options: AVIF quality 50, WebP 80, JPEG 80. A photo narrower than a size counts with its own width.',
    '',
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...lines,
  ].join('\n');
  return { rows, text };
}
