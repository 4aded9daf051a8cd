import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './page/test';
import { freePort, ROOT } from './product/start-product';

/** Runs `npm run …` in a separate process group. */
function npmRun(args: string[], env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn('npm', ['run', ...args], { cwd: ROOT, detached: true, env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  return { child, output: () => printed };
}

async function endGroup(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (!child.pid || child.exitCode !== null) return;
  process.kill(-child.pid, 'SIGTERM');
  await exited;
}

test('RUN-5 npm run dev serves everything on one printed URL, and one remote can be started alone', async ({
  page,
  consoleWatch,
}) => {
  // legacy-admin has its own emotion beside the host's; only emotion's development build warns about that.
  consoleWatch.allow(/You are loading @emotion\/react when it is already loaded/);
  const [port, alonePort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-dev-'));
  const all = npmRun(['dev'], { PORT: String(port), DATA_DIR: dataDir, HOST: '127.0.0.1' });
  try {
    await expect.poll(all.output, { timeout: 200_000 }).toContain(`http://127.0.0.1:${port}`);
    await page.goto(`http://127.0.0.1:${port}/admin-old`);
    await expect(page.locator('html[data-remote-ready="legacy-admin"]')).toBeAttached();
    const alone = npmRun(['dev', '-w', 'public-site'], {
      PORT: String(alonePort),
      API_URL: `http://127.0.0.1:${port}`,
    });
    try {
      await expect.poll(alone.output, { timeout: 200_000 }).toContain(`http://127.0.0.1:${alonePort}`);
      await page.goto(`http://127.0.0.1:${alonePort}/`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goto('about:blank');
    } finally {
      await endGroup(alone.child);
    }
  } finally {
    await endGroup(all.child);
    // npm exits before the processes that it started.
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
  }
});
