import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';

const require = createRequire(import.meta.url);
const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
const RELATIVE_URL = /url\("(?!data:|https?:|\/)([^"]+)"\)/g;

const minify = (css) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();

/** Writes bytes under a name that contains their hash. Returns the file name. */
async function writeHashed(folder, name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const extension = extname(name);
  const hashed = `${basename(name, extension)}.${hash}${extension}`;
  await writeFile(join(folder, hashed), bytes);
  return hashed;
}

/** Copies the files that a stylesheet references. Returns the stylesheet with their new URLs. */
async function withHashedFiles(css, folder, assets) {
  const urls = new Map();
  for (const [, path] of css.matchAll(RELATIVE_URL))
    if (!urls.has(path))
      urls.set(path, `/assets/${await writeHashed(assets, path, await readFile(join(folder, path)))}`);
  return css.replaceAll(RELATIVE_URL, (_, path) => `url("${urls.get(path)}")`);
}

/**
 * Builds the styles of the documents. The tokens are inlined in every document, so that the first paint waits for no
 * request; web fonts and the shell's own styles are files that load after it.
 * @param assets the folder of immutable files
 */
export async function buildStyles(assets) {
  const tokensFile = require.resolve('@godhuli/design-tokens/tokens.css');
  const tokens = await readFile(tokensFile, 'utf8');
  const webFonts = (tokens.match(FONT_FACE) ?? []).filter((face) => face.includes('url('));
  const critical = webFonts.reduce((css, face) => css.replace(face, ''), tokens);
  const folder = dirname(tokensFile);
  const fonts = await withHashedFiles(minify(webFonts.join('\n')), folder, assets);
  const shell = minify(await readFile(new URL('src/shell.css', import.meta.url), 'utf8'));
  return {
    critical: `${await withHashedFiles(minify(critical), folder, assets)} html{-webkit-text-size-adjust:100%}body{margin:0}`,
    fonts: `/assets/${await writeHashed(assets, 'fonts.css', fonts)}`,
    shell: `/assets/${await writeHashed(assets, 'shell.css', shell)}`,
  };
}
