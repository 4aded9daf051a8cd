/** Teams that publish small handwritten releases, some of which hang on purpose. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

function pack(release) {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-bench-release-'));
  try {
    const files = filesOf(release);
    for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
    return execFileSync('tar', ['-czf', '-', '-C', folder, ...Object.keys(files)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Signs in as the admin. `publish(release)` sends it with the deploy token of its remote and returns the status. */
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
  return {
    async publish(release) {
      const authorization = `Bearer ${await tokenOf(release.name)}`;
      const response = await fetch(`${url}/api/remotes/${release.name}/releases`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/gzip' },
        body: pack({ server: SERVER, ...release }),
      });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
