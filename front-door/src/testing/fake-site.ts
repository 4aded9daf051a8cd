import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { MOUNTS } from '@godhuli/contracts/mounts';
import type { Mount } from '@godhuli/contracts/page';
import type { Preview } from '@godhuli/contracts/preview';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import { PURGE_HEADER } from '@godhuli/contracts/surrogate-key';
import type { Api } from '../api-client.js';
import type { Logger } from '../logger.js';

/** The API at its HTTP edge, with files and answers that a test may change while it runs. */
export interface FakeApi {
  api: Api;
  composition: Composition;
  /** bytes by `name/version/path` */
  files: Map<string, string>;
  /** JSON by path */
  data: Map<string, unknown>;
  /** requests so far, as `METHOD path` */
  requests: string[];
  /** reports of failed releases */
  reports: unknown[];
  /** every inquiry that came in, and what the next is answered with */
  inquiries: { body: unknown; headers: Headers }[];
  answerInquiry: () => Response;
  /** what the API tells about a preview, to a request with a session and a cookie of its own (`signed`) */
  preview: Preview | null;
  /** what throws while the API is away */
  away: boolean;
  /** what front doors have to show to follow changes; nothing while null */
  token: string | null;
  /** what never answers while the API hangs */
  hanging: boolean;
  /** paths that are answered when the promise ends */
  slow: Map<string, Promise<void>>;
  /** sends the current composition to every listener */
  announce(): void;
  /** whether answers carry the surrogate key: the API's own listener is up */
  keyed: boolean;
  /** tells every listener that data with these tags has changed; all data unless given, as older APIs do */
  purge(...tags: string[]): void;
  /** the tags of a path's data; none unless set, as in responses of older APIs */
  tags: Map<string, string>;
  /** how many listen */
  listeners(): number;
}

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A release with its files' sizes and digests. */
export function release(
  name: string,
  version: string,
  files: Record<string, string>,
  more: Partial<ComposedRelease> = {},
): ComposedRelease {
  return {
    name,
    packageVersion: version.split('-')[0] ?? version,
    version,
    contract: 1,
    container: `${name.replaceAll('-', '_')}_${version.slice(-12)}`,
    entry: 'remoteEntry.js',
    exposes: ['./remote'],
    remoteFiles: Object.keys(files).filter((path) => path.startsWith('remote.')),
    shared: {},
    routes: ['/'],
    server: files['server.cjs'] === undefined ? null : 'server.cjs',
    serverData: [],
    files: Object.entries(files).map(([path, text]) => ({
      path,
      size: Buffer.byteLength(text),
      integrity: integrityOf(text),
    })),
    baseUrl: `/remotes/${name}/${version}/`,
    ...more,
  };
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } });

const SURROGATE_KEY = 'studio-1';

/** Data with the strong entity tags and the surrogate key that the real API sends. */
function dataAnswer(request: Request, value: unknown, key: string | null): Response {
  const etag = `"${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)}"`;
  const headers = { etag, vary: 'accept-encoding', ...(key === null ? {} : { 'surrogate-key': key }) };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return json(value, 200, headers);
}

export function createFakeApi(composition: Composition): FakeApi {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  const event = () => encoder.encode(`event: composition\ndata: ${JSON.stringify(fake.composition)}\n\n`);
  const purge = (...tags: string[]) => encoder.encode(`event: purge\ndata: ${[SURROGATE_KEY, ...tags].join(' ')}\n\n`);
  const keyOf = (pathname: string) => `${SURROGATE_KEY} ${fake.tags.get(pathname) ?? ''}`.trim();
  const events = (signal: AbortSignal) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          listeners.add(controller);
          signal.addEventListener('abort', () => listeners.delete(controller));
          controller.enqueue(event());
          controller.enqueue(purge());
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );

  const previewAnswer = async (request: Request): Promise<Response> => {
    const cookie = request.headers.get('cookie') ?? '';
    const problem = (status: number, detail: string) =>
      json({ type: 'about:blank', title: 'No', status, detail }, status);
    if (!cookie.includes('godhuli_session=good')) return problem(401, 'Please sign in first.');
    if (request.method === 'GET')
      return fake.preview && cookie.includes('godhuli_preview=signed') ? json(fake.preview) : problem(404, 'none');
    const { remote, version } = (await request.json()) as { remote?: string; version?: string };
    if (version !== undefined && !fake.files.has(`${remote}/${version}/remoteEntry.js`))
      return problem(404, `${remote} has no published release ${version}.`);
    const secure = request.headers.get('x-forwarded-proto') === 'https' ? '; Secure' : '';
    return new Response(null, { status: 204, headers: { 'set-cookie': `godhuli_preview=signed; HttpOnly${secure}` } });
  };

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    fake.requests.push(`${request.method} ${pathname}`);
    if (fake.away) throw new Error('the API is away');
    if (fake.hanging) return new Promise(() => {});
    // A slow answer holds what was true when it was asked for.
    const data = fake.data.get(pathname);
    await fake.slow.get(pathname);
    if (pathname === '/api/composition') return json(fake.composition);
    if (pathname === '/api/composition/events') {
      const isKnown = fake.token === null || request.headers.get('authorization') === `Bearer ${fake.token}`;
      return isKnown ? events(request.signal) : json({ title: 'Unauthorized', status: 401, detail: 'no' }, 401);
    }
    if (pathname === '/api/composition/reports') {
      fake.reports.push(await request.json());
      return new Response(null, { status: 204 });
    }
    if (pathname === '/api/preview') return previewAnswer(request);
    if (request.method === 'POST' && pathname === '/api/inquiries') {
      fake.inquiries.push({ body: await request.json(), headers: request.headers });
      return fake.answerInquiry();
    }
    const manifestOf = /^\/api\/remotes\/([^/]+\/)releases\/([^/]+)$/.exec(pathname)?.slice(1).join('');
    const manifest = fake.files.get(`${manifestOf}/release.json`);
    if (manifest !== undefined) return json(JSON.parse(manifest));
    const [, name, version, path] = /^\/api\/remotes\/([^/]+)\/releases\/([^/]+)\/files\/(.+)$/.exec(pathname) ?? [];
    const file = fake.files.get(`${name}/${version}/${path}`);
    if (file !== undefined) return new Response(file);
    const [, remote, asset] = /^\/api\/remotes\/([^/]+)\/(assets\/.+)$/.exec(pathname) ?? [];
    const withAsset = [...fake.files.keys()].find((key) => key.startsWith(`${remote}/`) && key.endsWith(`/${asset}`));
    if (withAsset !== undefined) return json({ version: withAsset.split('/')[1] });
    if (fake.data.has(pathname) && request.method === 'GET')
      return dataAnswer(request, data, fake.keyed ? keyOf(pathname) : null);
    // A write to `/api/stats/1` changes the data of `/api/stats`.
    const changed = pathname.replace(/\/[^/]*$/, '');
    if (request.method === 'PUT') return json({ ok: true }, 200, { [PURGE_HEADER]: keyOf(changed) });
    return json({ title: 'Not Found', status: 404, detail: 'nothing' }, 404);
  };

  const fake: FakeApi = {
    api: answer,
    composition,
    files: new Map(),
    data: new Map(),
    requests: [],
    reports: [],
    inquiries: [],
    answerInquiry: () => json({ _id: '1' }, 201),
    preview: null,
    away: false,
    token: null,
    hanging: false,
    slow: new Map(),
    announce() {
      for (const controller of listeners) controller.enqueue(event());
    },
    keyed: true,
    tags: new Map(),
    purge(...tags) {
      for (const controller of listeners) controller.enqueue(purge(...tags));
    },
    listeners: () => listeners.size,
  };
  return fake;
}

/** Puts a release's files where the API gives them out. */
export function publish(fake: FakeApi, released: ComposedRelease, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files))
    fake.files.set(`${released.name}/${released.version}/${path}`, text);
}

const PAGES = {
  notFound: '<main><h1>Unexpected Application Error!</h1></main>',
  notice: '<main><p>{{eyebrow}}</p><h1>{{heading}}</h1><p>{{text}}</p>{{slot}}</main>',
};
export const BOOT = 'boot()';
const SHELL_SCRIPT = `console.log(${JSON.stringify('shell '.repeat(100))})`;

/** A folder as the shell's build leaves it. */
export function writeShell(directory: string, mounts: readonly Mount[] = MOUNTS): void {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  const scriptNamed = (name: string) => ({
    src: `/assets/${name}.0123456789ab.js`,
    integrity: integrityOf(SHELL_SCRIPT),
  });
  writeFileSync(join(directory, 'assets/shell.0123456789ab.js'), SHELL_SCRIPT);
  writeFileSync(join(directory, 'assets/shell.0123456789ab.js.br'), brotliCompressSync(SHELL_SCRIPT));
  writeFileSync(join(directory, 'manifest.webmanifest'), '{"name":"Godhuli"}');
  writeFileSync(
    join(directory, 'shell.json'),
    JSON.stringify({
      scripts: { routed: [scriptNamed('shell')], onePage: [scriptNamed('one-page')] },
      boot: BOOT,
      styles: { critical: ':root{--bg:#fff}', fonts: '/assets/fonts.css', shell: '/assets/shell.css' },
      pages: PAGES,
      mounts,
    }),
  );
}

/** Temporary folders of one test file. */
export function temporaryFolders(): { create(): string; removeAll(): void } {
  const folders: string[] = [];
  return {
    create() {
      const folder = mkdtempSync(join(tmpdir(), 'front-door-'));
      folders.push(folder);
      return folder;
    },
    removeAll() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
