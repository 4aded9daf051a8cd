import { transform } from 'esbuild';

/** The oldest browsers with ES2022, which the builds target. They do not support nested rules. */
const BROWSERS = ['chrome94', 'firefox93', 'safari15.4'];

/** A webpack loader that minifies CSS and flattens nested rules. */
export default async function minifyCss(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'css', minify: true, target: BROWSERS });
  return code.trim();
}
