/** Bundles each guest program into one file: a sandbox reads no other. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  entryPoints: ['render', 'page', 'scripts'].map((program) => pathOf(`src/guest/${program}.ts`)),
  outdir: pathOf('dist/guest'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'es2022',
  logLevel: 'error',
  // React's production build; libraries that look at other variables find none.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  // CommonJS packages require Node's modules; jsdom resolves the path of a file that only synchronous requests of pages
  // would run.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire("file:///guest.js"); require.resolve = null; const __dirname = "/", __filename = "/guest.js";',
  },
  logOverride: { 'require-resolve-not-external': 'silent' },
});
