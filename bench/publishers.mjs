/** Teams that publish small handwritten releases, some of which hang on purpose. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNT } from './attackers.mjs';

const SERVER = `exports.render = ({ url, data }) => ({ html: '<p>' + url + '</p>', head: '<title>x</title>', data });`;

/** Releases whose check would never end, each for a different reason. */
export const HOSTILE = {
  'server build loops': { server: 'for (;;);' },
  'render never ends': { server: 'exports.render = () => new Promise(() => {});' },
  'init never ends': { init: '() => new Promise(() => {})' },
  'get never ends': { get: '() => new Promise(() => {})' },
  'endless sample data': { server: SERVER, serverData: ['/api/composition/events'] },
};

const hash = (algorithm, text) => createHash(algorithm).update(text);

function filesOf({ name, text, server, init = '(given) => { scope = given; }', get, serverData = [] }) {
  const container = `${name.replaceAll('-', '_')}_${hash('sha256', text).digest('hex').slice(0, 12)}`;
  const remote = `{ remote: { contract: 1, name: '${name}', App: () => React.createElement('p', null, '${text}') } }`;
  const usual = `async () => {
      const [entry] = Object.values(scope.react);
      const React = (entry.lib ?? (await entry.get()))();
      return () => (${remote});
    }`;
  const entry = `var ${container} = (() => { let scope; return { init: ${init}, get: ${get ?? usual} }; })();`;
  const files = { 'remoteEntry.js': entry, ...(server && { 'server.cjs': server }) };
  const manifest = {
    ...{ name, packageVersion: '1.0.0', contract: 1, container, entry: 'remoteEntry.js', exposes: ['./remote'] },
    ...{
      remoteFiles: [],
      shared: { react: '^19.0.0' },
      routes: ['/'],
      server: server ? 'server.cjs' : null,
      serverData,
    },
    files: Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      integrity: `sha384-${hash('sha384', content).digest('base64')}`,
    })),
  };
  return { 'release.json': JSON.stringify(manifest), ...files };
}

/** Returns the release in a folder, packed. */
function packFolder(folder) {
  const { files } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
  const paths = ['release.json', ...files.map(({ path }) => path)];
  return execFileSync('tar', ['-czf', '-', '-C', folder, ...paths], { maxBuffer: 2 ** 26 });
}

function pack(release) {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-release-'));
  try {
    for (const [path, content] of Object.entries(filesOf(release))) writeFileSync(join(folder, path), content);
    return packFolder(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Signs in as the admin. `publish(release)` sends it with the deploy token of its remote and returns the status;
 * `release(remote, folder)` publishes a build and makes it live.
 */
export async function publishers(url) {
  const json = { 'content-type': 'application/json', origin: url };
  const body = JSON.stringify(ACCOUNT);
  const login = await fetch(`${url}/api/admin/auth/login`, { method: 'POST', headers: json, body });
  const headers = { ...json, cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const tokens = new Map();
  const tokenOf = async (remote) => {
    if (!tokens.has(remote)) {
      const response = await fetch(`${url}/api/remotes/${remote}/deploy-tokens`, { method: 'POST', headers });
      if (!response.ok) throw new Error(`creating a deploy token returned ${response.status}`);
      tokens.set(remote, (await response.json()).token);
    }
    return tokens.get(remote);
  };
  const send = async (name, body) =>
    fetch(`${url}/api/remotes/${name}/releases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(name)}`, 'content-type': 'application/gzip' },
      body,
    });
  return {
    async publish(release) {
      const response = await send(release.name, pack({ server: SERVER, ...release }));
      await response.arrayBuffer();
      return response.status;
    },
    async release(remote, folder) {
      const authorization = `Bearer ${await tokenOf(remote)}`;
      const remotes = await fetch(`${url}/api/remotes`, { headers: { authorization } });
      if (!remotes.ok) throw new Error(`reading the revision returned ${remotes.status}: ${await remotes.text()}`);
      const [own] = await remotes.json();
      const published = await send(remote, packFolder(folder));
      if (!published.ok) throw new Error(`publishing returned ${published.status}: ${await published.text()}`);
      const { version } = await published.json();
      const promoted = await fetch(`${url}/api/remotes/${remote}/channels/live`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ version, reason: 'a measurement', expected: own?.revisions.live ?? '0' }),
      });
      if (!promoted.ok) throw new Error(`making it live returned ${promoted.status}: ${await promoted.text()}`);
      const isLive = async () => (await (await fetch(`${url}/composition.json`)).json()).remotes[remote] === version;
      while (!(await isLive())) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}
