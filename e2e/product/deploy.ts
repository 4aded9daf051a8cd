import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';
import {
  type CreatedDeployToken,
  NEVER_PROMOTED,
  type Promotion,
  type PublishResponse,
  type Remote,
} from '@godhuli/contracts/releases';
import { type FakeReleaseOptions, fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { buildVariant } from '../../scripts/build-variant.mjs';
import { ADMIN, ROOT } from './start-product';

/** Runs a Node program to its end. Returns its standard output, or throws an error with all its output. */
function runNode(
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: options.cwd ?? ROOT, env: { ...process.env, ...options.env }, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
  });
}

/** Creates a deploy token of one remote with the program of `npm run deploy-token`. */
export async function deployToken(remote: string, url: string): Promise<string> {
  const printed = await runNode(
    join(ROOT, 'packages/remote-kit/bin/deploy-token.mjs'),
    ['--remote', remote, '--to', url],
    {
      env: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    },
  );
  return printed.trim();
}

/** Runs `studio-remote …` with a token. */
export function studioRemote(token: string, args: string[], cwd?: string): Promise<string> {
  return runNode(join(ROOT, 'packages/remote-kit/bin/studio-remote.mjs'), args, { cwd, env: { DEPLOY_TOKEN: token } });
}

/** The HTTP calls of a team, without a process for each step. */
export interface ReleaseDesk {
  /** creates a deploy token; its id is needed to revoke it */
  createToken(remote: string): Promise<CreatedDeployToken>;
  revokeToken(remote: string, id: string): Promise<void>;
  /** uploads a packed release with the token of the remote, or another token */
  upload(remote: string, packed: NonNullable<RequestInit['body']>, token?: string): Promise<Response>;
  /** publishes a small handwritten release and returns its version; throws the message of the gate when it is refused */
  publish(release: FakeReleaseOptions & { name: string }): Promise<string>;
  /** the revision of `live`, which a promotion sends as `expected` */
  revision(remote: string): Promise<string>;
  /** reads the revision first; 409 if `live` changes in between */
  promote(remote: string, version: string, token?: string): Promise<Response>;
  live(remote: string): Promise<string>;
  /** the promotions of the channels, newest first */
  moves(remote: string): Promise<Promotion[]>;
  listed(remote: string): Promise<string[]>;
}

/** Signs in as the admin. */
export async function releaseDesk(url: string): Promise<ReleaseDesk> {
  const json = { 'content-type': 'application/json', origin: url };
  const login = await fetch(`${url}/api/admin/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(ADMIN),
  });
  const headers = { ...json, cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return (await response.json()) as T;
  };
  const createToken: ReleaseDesk['createToken'] = async (remote) => {
    const response = await fetch(`${url}/api/remotes/${remote}/deploy-tokens`, { method: 'POST', headers });
    return (await response.json()) as CreatedDeployToken;
  };
  const tokens = new Map<string, Promise<CreatedDeployToken>>();
  const authorization = async (remote: string, token: string | undefined) => {
    if (!tokens.has(remote)) tokens.set(remote, createToken(remote));
    return { authorization: `Bearer ${token ?? (await tokens.get(remote))?.token}` };
  };
  const upload: ReleaseDesk['upload'] = async (remote, body, token) =>
    fetch(`${url}/api/remotes/${remote}/releases`, {
      method: 'POST',
      headers: { ...(await authorization(remote, token)), 'content-type': 'application/gzip' },
      body,
    });
  const revision: ReleaseDesk['revision'] = async (remote) => {
    const remotes = await read<Remote[]>('/api/remotes');
    return remotes.find(({ name }) => name === remote)?.revisions.live ?? NEVER_PROMOTED;
  };
  return {
    createToken,
    revision,
    async revokeToken(remote, id) {
      await fetch(`${url}/api/remotes/${remote}/deploy-tokens/${id}`, { method: 'DELETE', headers });
    },
    upload,
    async publish(release) {
      const response = await upload(release.name, new Uint8Array(await packRelease(fakeRelease(release))));
      const body = (await response.json()) as PublishResponse & { detail?: string };
      if (!response.ok) throw new Error(`${response.status}: ${body.detail}`);
      return body.version;
    },
    promote: async (remote, version, token) =>
      fetch(`${url}/api/remotes/${remote}/channels/live`, {
        method: 'PUT',
        headers: { ...(await authorization(remote, token)), 'content-type': 'application/json' },
        body: JSON.stringify({ version, reason: 'a test of faults', expected: await revision(remote) }),
      }),
    async live(remote) {
      const { remotes } = await read<{ remotes: Record<string, string> }>('/composition.json');
      return remotes[remote] ?? '';
    },
    moves: (remote) => read(`/api/remotes/${remote}/moves`),
    async listed(remote) {
      return (await read<{ version: string }[]>(`/api/remotes/${remote}/releases`)).map(({ version }) => version);
    },
  };
}

/** Returns a change of every chunk that is named by its content, for `variantOfBuild`. */
export const everyChunk =
  (mark: string) =>
  (source: string, path: string): string =>
    path.endsWith('.js') && isNamedByContent(path) ? `${source}\n// ${mark}` : source;

/** Copies the build of a workspace as a separate build, see `buildVariant`. */
export const variantOfBuild = (
  remote: string,
  mark: string,
  change?: (source: string, path: string) => string,
): string => buildVariant(join(ROOT, remote, 'dist'), mark, change);
