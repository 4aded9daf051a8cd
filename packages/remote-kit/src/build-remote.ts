import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { integrityOf } from '@godhuli/contracts/integrity';
import { type ReleaseManifest, releaseManifestSchema } from '@godhuli/contracts/releases';
import { SHARED_MODULES } from '@godhuli/contracts/shared-modules';
import webpack from 'webpack';
import {
  browserConfig,
  CONTAINER_HASH_PLACEHOLDER,
  containerPrefix,
  PAGE_SCRIPT,
  pageScriptConfig,
  serverConfig,
} from './webpack-config.js';

export interface BuildRemoteOptions {
  /** Pages under the mount path: '/', '/dashboard/gallery'; a last segment '*' matches anything below. */
  routes: string[];
  /** API paths whose JSON the page begins with. None unless given. */
  serverData?: string[];
  /** The data of single routes, instead of `serverData`; see `releaseManifestSchema`. */
  routeData?: NonNullable<ReleaseManifest['routeData']>;
  /** Query parameters that the server build reads; the host passes no others on. None unless given. */
  queryParameters?: string[];
  /** The remote's folder; the current one unless given. */
  folder?: string;
}

/** Runs one webpack build. @throws Error with webpack's messages */
function run(config: webpack.Configuration): Promise<webpack.Stats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config) as webpack.Compiler;
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (!stats) reject(new Error('webpack gave no result'));
        else if (stats.hasErrors() || stats.hasWarnings())
          reject(new Error(stats.toString({ preset: 'errors-warnings', colors: false })));
        else resolve(stats);
      });
    });
  });
}

/** Returns the files that `./remote` needs besides the container entry: the chunks of the container's first async groups. */
function filesOfRemote(stats: webpack.Stats): string[] {
  const files = new Set<string>();
  for (const entrypoint of stats.compilation.entrypoints.values())
    for (const group of entrypoint.getChildren())
      for (const file of group.getFiles()) if (file.endsWith('.js') && file !== 'remoteEntry.js') files.add(file);
  return [...files].sort();
}

/** Builds the page script. @returns its file, relative to the output */
async function buildPageScript(config: webpack.Configuration): Promise<string> {
  const stats = await run(config);
  const file = Object.keys(stats.compilation.assets).find((name) => /^assets\/page-script\.\w+\.js$/.test(name));
  if (!file) throw new Error('webpack wrote no page script');
  return file;
}

/** Returns every file in a folder, as sorted relative paths with `/`. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * Names the container by its content, so that two releases of one remote can run in one page.
 * @throws Error if a file that releases share would change with the name
 */
async function nameContainerByContent(folder: string, prefix: string): Promise<string> {
  const files = await listFiles(folder);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(folder, file)));
  const digest = hash.digest('hex').slice(0, CONTAINER_HASH_PLACEHOLDER.length);
  for (const file of files.filter((name) => /\.(js|map)$/.test(name))) {
    const path = join(folder, file);
    const source = await readFile(path, 'utf8');
    if (!source.includes(CONTAINER_HASH_PLACEHOLDER)) continue;
    if (file.startsWith('assets/')) throw new Error(`${file} names its build and would change with every release`);
    await writeFile(path, source.replaceAll(CONTAINER_HASH_PLACEHOLDER, digest));
  }
  return prefix + digest;
}

/** Returns size and SHA-384 of every file of a release. */
async function describeFiles(folder: string): Promise<ReleaseManifest['files']> {
  return Promise.all(
    (await listFiles(folder))
      .filter((path) => path !== 'release.json')
      .map(async (path) => {
        const bytes = await readFile(join(folder, path));
        return { path, size: bytes.length, integrity: integrityOf(bytes) };
      }),
  );
}

/**
 * Builds a remote from `src/remote.tsx` (and `src/server.tsx` and `src/page-script.ts`, when there is one) into
 * `dist/`: entry, chunks, page script, `server.cjs` and `release.json` (releaseManifestSchema).
 * @throws Error if webpack or the manifest reports a problem
 */
export async function buildRemote(options: BuildRemoteOptions): Promise<ReleaseManifest> {
  const folder = options.folder ?? process.cwd();
  const output = join(folder, 'dist');
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  if (!name || !version) throw new Error(`package.json in ${folder} needs a name and a version`);
  await rm(output, { recursive: true, force: true });
  const stats = await run(browserConfig(folder, name, output));
  const hasServer = existsSync(join(folder, 'src/server.tsx'));
  if (hasServer) await run(serverConfig(folder, name, output));
  const pageScript = existsSync(join(folder, PAGE_SCRIPT))
    ? await buildPageScript(pageScriptConfig(folder, name, output))
    : undefined;
  const container = await nameContainerByContent(output, containerPrefix(name));
  const manifest = releaseManifestSchema.parse({
    name,
    packageVersion: version,
    contract: HOST_CONTRACT,
    container,
    entry: 'remoteEntry.js',
    exposes: ['./remote'],
    remoteFiles: filesOfRemote(stats),
    // Absent if there is none: older hosts refuse these fields.
    ...(pageScript ? { pageScript } : {}),
    shared: SHARED_MODULES,
    routes: options.routes,
    server: hasServer ? 'server.cjs' : null,
    serverData: options.serverData ?? [],
    ...(options.routeData ? { routeData: options.routeData } : {}),
    ...(options.queryParameters ? { queryParameters: options.queryParameters } : {}),
    files: await describeFiles(output),
  } satisfies ReleaseManifest);
  await writeFile(join(output, 'release.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const browserBytes = manifest.files
    .filter((file) => file.path.endsWith('.js'))
    .reduce((sum, file) => sum + file.size, 0);
  console.log(
    `${name} ${version}: ${manifest.files.length} files, ${Math.round(browserBytes / 1024)} KB of JavaScript`,
  );
  return manifest;
}
