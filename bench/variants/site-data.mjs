/** The data of every variant: the public data of the running product, and the styles of the shell. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product.mjs';

const PATHS = ['content', 'hero', 'portfolio', 'services', 'packages', 'testimonials', 'stats', 'profile'];

/** @returns data by name, `tokens` (the critical styles of every document) and `fonts` (the font faces) */
export async function readSite(url) {
  const browser = join(root, 'shell', 'dist');
  const { styles } = JSON.parse(readFileSync(join(browser, 'shell.json'), 'utf8'));
  const data = await Promise.all(PATHS.map(async (path) => [path, await (await fetch(`${url}/api/${path}`)).json()]));
  return {
    ...Object.fromEntries(data),
    tokens: styles.critical,
    fonts: readFileSync(join(browser, styles.fonts), 'utf8'),
  };
}
