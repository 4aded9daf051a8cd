import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from './page/test';
import { freePort, npmEnvironment, ROOT } from './product/start-product';

/** Runs `npm run …` in a separate process group. */
function npmRun(args: string[], env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn('npm', ['run', ...args], { cwd: ROOT, detached: true, env: { ...npmEnvironment(), ...env } });
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

test('RUN-5 npm run dev -w starts one remote alone, with the API of a running site', async ({ page, product }) => {
  const port = await freePort();
  const alone = npmRun(['dev', '-w', 'public-site'], { PORT: String(port), API_URL: product.url });
  try {
    await expect.poll(alone.output, { timeout: 200_000 }).toContain(`http://127.0.0.1:${port}`);
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('about:blank');
  } finally {
    await endGroup(alone.child);
  }
});
