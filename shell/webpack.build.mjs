import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { integrityOf } from '@godhuli/contracts/integrity';
import { MOUNTS } from '@godhuli/contracts/mounts';
import webpack from 'webpack';
import { buildStyles } from './build-styles.mjs';
import { bootConfig, browserConfig, staticPagesConfig } from './webpack.config.mjs';

const require = createRequire(import.meta.url);
const here = fileURLToPath(new URL('.', import.meta.url));
const destination = join(here, 'dist');
// Built in a separate folder and moved at the end: a host that starts during the build reads a complete build.
const output = join(here, `dist.${process.pid}`);
const assets = join(output, 'assets');
const scratch = await mkdtemp(join(tmpdir(), 'shell-build-'));

/** Runs one webpack build. Warnings fail it too. */
const run = (config) =>
  new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (stats.hasErrors() || stats.hasWarnings())
          reject(new Error(stats.toString({ preset: 'errors-warnings', colors: false })));
        else resolve(stats);
      });
    });
  });

/** Returns the URL and Subresource Integrity of a script. */
const scriptOf = async (file) => ({
  src: `/assets/${file}`,
  integrity: integrityOf(await readFile(join(assets, file))),
});

/** Writes the compressed forms next to a text file. */
async function precompress(folder) {
  for (const file of await readdir(folder)) {
    if (!/\.(js|css|svg|webmanifest|ico)$/.test(file)) continue;
    const bytes = await readFile(join(folder, file));
    const brotli = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    await writeFile(join(folder, `${file}.br`), brotli);
    await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
  }
}

await mkdir(assets, { recursive: true });
const routed = await run(browserConfig(assets, 'routed'));
const onePage = await run(browserConfig(assets, 'one-page'));
await run(bootConfig(scratch));
await run(staticPagesConfig(scratch));

/** Returns the initial scripts of one kind of document. */
const scriptsOf = (stats, kind) => Promise.all(stats.compilation.entrypoints.get(kind).getFiles().map(scriptOf));
const { staticPages, toastArea, labels } = require(join(scratch, 'static-pages.cjs'));
const shell = {
  scripts: { routed: await scriptsOf(routed, 'routed'), onePage: await scriptsOf(onePage, 'one-page') },
  boot: (await readFile(join(scratch, 'boot.js'), 'utf8')).trim(),
  styles: await buildStyles(assets),
  pages: staticPages,
  toastArea,
  labels,
  mounts: MOUNTS,
};
await cp(join(here, 'public'), output, { recursive: true });
await precompress(assets);
await precompress(output);
await writeFile(join(output, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
await rm(scratch, { recursive: true, force: true });
await rm(destination, { recursive: true, force: true });
await rename(output, destination);
console.log(
  `shell: ${shell.scripts.onePage.length} scripts for a visitor, ${shell.styles.critical.length} characters of critical styles`,
);
