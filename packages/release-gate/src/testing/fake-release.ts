import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { type Header, pack } from 'tar-stream';

export interface FakeRelease {
  manifest: ReleaseManifest;
  /** every file but release.json, by path */
  files: Record<string, string>;
}

export interface FakeReleaseOptions {
  name?: string;
  /** tells releases of one remote apart */
  text?: string;
  packageVersion?: string;
  /** body of the container's `get('./remote')`, which may use `React` and `scope`; an expression for the module */
  module?: string;
  /** code before the entry's own code */
  prelude?: string;
  /** source of the server build, if there is one */
  server?: string;
  /** more files, or replacements of the generated ones */
  files?: Record<string, string>;
  /** replaces members of the generated manifest */
  manifest?: Partial<ReleaseManifest>;
}

/** A server build that renders one line. */
export const FAKE_SERVER = `exports.render = ({ url, data }) => ({ html: '<p>' + url + '</p>', head: '<title>Sample</title>', data });`;

const moduleOf = (name: string, text: string) =>
  `{ remote: { contract: 1, name: ${JSON.stringify(name)}, App: ({ host }) => React.createElement('p', null, host.release.name, ${JSON.stringify(text)}) } }`;

const digest = (algorithm: string, value: string) => createHash(algorithm).update(value);

/** Creates a small valid release with a hand-written container, changed by the options of the test. */
export function fakeRelease(options: FakeReleaseOptions = {}): FakeRelease {
  const { name = 'sample', text = 'hello', packageVersion = '1.0.0', prelude = '' } = options;
  const body = options.module ?? moduleOf(name, text);
  const container = `${name.replaceAll('-', '_')}_${digest('sha256', prelude + body)
    .digest('hex')
    .slice(0, 12)}`;
  const entry = `${prelude}
var ${container} = (() => {
  let scope;
  const shared = async (name) => {
    const [entry] = Object.values(scope[name]);
    const factory = entry.lib ?? (await entry.get());
    return factory();
  };
  return {
    init: (given) => { scope = given; },
    get: async (name) => {
      if (name !== './remote') throw new Error('unknown module ' + name);
      const React = await shared('react');
      return () => (${body});
    },
  };
})();`;
  const files: Record<string, string> = {
    'remoteEntry.js': entry,
    ...(options.server === undefined ? {} : { 'server.cjs': options.server }),
    ...options.files,
  };
  const manifest: ReleaseManifest = {
    name,
    packageVersion,
    contract: 1,
    container,
    entry: 'remoteEntry.js',
    exposes: ['./remote'],
    remoteFiles: [],
    shared: { react: '^19.0.0' },
    routes: ['/'],
    server: options.server === undefined ? null : 'server.cjs',
    serverData: [],
    files: Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      integrity: `sha384-${digest('sha384', content).digest('base64')}`,
    })),
    ...options.manifest,
  };
  return { manifest, files };
}

/** Writes a release to a new folder, like a build. */
export async function writeRelease({ manifest, files }: FakeRelease): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'fake-release-'));
  for (const [path, content] of Object.entries({ ...files, 'release.json': JSON.stringify(manifest) })) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
}

/** Packs any entries, valid or not, into a tar.gz. */
export async function packEntries(
  entries: readonly (Partial<Header> & { name: string; content?: string })[],
): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of entries) archive.entry(header, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

/** Packs a release like `studio-remote publish`. */
export function packRelease({ manifest, files }: FakeRelease): Promise<Buffer> {
  return packEntries([
    { name: 'release.json', content: JSON.stringify(manifest) },
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
  ]);
}
