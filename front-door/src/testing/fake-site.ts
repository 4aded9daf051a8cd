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

/** A fake API over HTTP, whose files and responses a test may change while it runs. */
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
  /** every inquiry received, and the response to the next one */
  inquiries: { body: unknown; headers: Headers }[];
  respondToInquiry: () => Response;
  /** the preview of a request with a session and the cookie `signed` */
  preview: Preview | null;
  /** whether every request fails */
  isUnavailable: boolean;
  /** the token that front doors need to follow changes; null for none */
  token: string | null;
  /** whether no request gets a response */
  isHanging: boolean;
  /** the response to a path waits for its promise */
  slow: Map<string, Promise<void>>;
  /** sends the current composition to every listener */
  announce(): void;
  /** whether responses have a surrogate key, which the API sends while its own listener is connected */
  sendsSurrogateKeys: boolean;
  /** announces to every listener that data with these tags has changed; all data unless given, as older APIs do */
  purge(...tags: string[]): void;
  /** the tags of a path's data; none unless set, as in responses of older APIs */
  tags: Map<string, string>;
  /** the number of listeners */
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

/** Data with the length, the strong entity tags and the surrogate key that the real API sends. */
function dataResponse(request: Request, value: unknown, key: string | null): Response {
  const text = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
  const headers = { etag, vary: 'accept-encoding', ...(key === null ? {} : { 'surrogate-key': key }) };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return json(value, 200, { ...headers, 'content-length': String(Buffer.byteLength(text)) });
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

  const previewResponse = async (request: Request): Promise<Response> => {
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

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    fake.requests.push(`${request.method} ${pathname}`);
    if (fake.isUnavailable) throw new Error('the API is not available');
    if (fake.isHanging) return new Promise(() => {});
    // A slow response contains the data of the time of its request.
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
    if (pathname === '/api/preview') return previewResponse(request);
    if (request.method === 'POST' && pathname === '/api/inquiries') {
      fake.inquiries.push({ body: await request.json(), headers: request.headers });
      return fake.respondToInquiry();
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
      return dataResponse(request, data, fake.sendsSurrogateKeys ? keyOf(pathname) : null);
    // A write to `/api/stats/1` changes the data of `/api/stats`.
    const changed = pathname.replace(/\/[^/]*$/, '');
    if (request.method === 'PUT') return json({ ok: true }, 200, { [PURGE_HEADER]: keyOf(changed) });
    return json({ title: 'Not Found', status: 404, detail: 'nothing' }, 404);
  };

  const fake: FakeApi = {
    api: respond,
    composition,
    files: new Map(),
    data: new Map(),
    requests: [],
    reports: [],
    inquiries: [],
    respondToInquiry: () => json({ _id: '1' }, 201),
    preview: null,
    isUnavailable: false,
    token: null,
    isHanging: false,
    slow: new Map(),
    announce() {
      for (const controller of listeners) controller.enqueue(event());
    },
    sendsSurrogateKeys: true,
    tags: new Map(),
    purge(...tags) {
      for (const controller of listeners) controller.enqueue(purge(...tags));
    },
    listeners: () => listeners.size,
  };
  return fake;
}

/** Publishes the files of a release at the API. */
export function publish(fake: FakeApi, released: ComposedRelease, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files))
    fake.files.set(`${released.name}/${released.version}/${path}`, text);
}

const PAGES = {
  notFound: {
    en: '<main><h1>Unexpected Application Error!</h1>Back to Website</main>',
    mr: '<main><h1>Unexpected Application Error!</h1>संकेतस्थळावर परत</main>',
    hi: '<main><h1>Unexpected Application Error!</h1>वेबसाइट पर वापस</main>',
  },
  notice: '<main><p>{{eyebrow}}</p><h1>{{heading}}</h1><p>{{text}}</p>{{slot}}</main>',
};
export const BOOT = 'boot()';
const SHELL_SCRIPT = `console.log(${JSON.stringify('shell '.repeat(100))})`;

/** Writes a folder like a build of the shell. */
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
      toastArea: {
        en: '<section aria-label="Notifications (F8)"></section>',
        mr: '<section aria-label="सूचना (F8)"></section>',
      },
      labels: { mr: { lang: 'mr', partly: 'काही बटणे', retry: 'पुन्हा प्रयत्न करा' } },
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
