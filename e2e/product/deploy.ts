import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { ADMIN, ROOT } from './start-product';

/** Runs a Node program to its end; answers its standard output, or throws with all it printed. */
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

/** A deploy token of one remote, as `npm run deploy-token` prints it. */
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

/** `studio-remote …` with a token. */
export function studioRemote(token: string, args: string[], cwd?: string): Promise<string> {
  return runNode(join(ROOT, 'packages/remote-kit/bin/studio-remote.mjs'), args, { cwd, env: { DEPLOY_TOKEN: token } });
}

/**
 * A copy of a workspace's build that does the same under another name of its container, as a build of its own.
 * @param mark 12 hexadecimal digits
 */
export function variantOfBuild(remote: string, mark: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-variant-'));
  cpSync(join(ROOT, remote, 'dist'), folder, { recursive: true });
  const manifestFile = join(folder, 'release.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ReleaseManifest;
  const hash = manifest.container.slice(-mark.length);
  manifest.container = manifest.container.replace(hash, mark);
  // The entry comes last: it may hold the digests of the chunks.
  const digests = new Map<string, string>();
  const described = [...manifest.files].sort(
    (one, other) => Number(one.path === manifest.entry) - Number(other.path === manifest.entry),
  );
  for (const file of described) {
    const path = join(folder, file.path);
    if (/\.c?js$/.test(file.path)) {
      let source = readFileSync(path, 'utf8').replaceAll(hash, mark);
      for (const [from, to] of digests) source = source.replaceAll(from, to);
      writeFileSync(path, source);
    }
    const bytes = readFileSync(path);
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    digests.set(file.integrity, integrity);
    Object.assign(file, { size: bytes.length, integrity });
  }
  writeFileSync(manifestFile, JSON.stringify(manifest));
  return folder;
}
