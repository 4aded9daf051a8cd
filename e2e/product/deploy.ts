import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { ADMIN, ROOT } from './start-product';

/** Runs a Node program to its end; answers its standard output, or throws with all it printed. */
export function runNode(
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

/** A copy of a workspace's build that differs from it by one comment in its entry, as a build of its own. */
export function variantOfBuild(remote: string, comment: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-variant-'));
  cpSync(join(ROOT, remote, 'dist'), folder, { recursive: true });
  const manifestFile = join(folder, 'release.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as ReleaseManifest;
  const entry = join(folder, manifest.entry);
  const bytes = Buffer.concat([readFileSync(entry), Buffer.from(`\n/* ${comment} */\n`)]);
  writeFileSync(entry, bytes);
  const described = manifest.files.find((file) => file.path === manifest.entry);
  if (!described) throw new Error('the manifest does not describe its entry');
  described.size = bytes.length;
  described.integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  writeFileSync(manifestFile, JSON.stringify(manifest));
  return folder;
}
