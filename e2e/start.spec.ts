import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from './page/test';
import { freePort, npmEnvironment, ROOT, startProduct } from './product/start-product';

/** Runs the product until it ends by itself; answers its exit code and what it printed. */
function runToEnd(env: Record<string, string>): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'front-door/dist/main.js')], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', HOST: '127.0.0.1', ...env },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk;
      });
    child.once('exit', (code) => resolve({ code, printed }));
  });
}

test('RUN-1 npm start serves everything on one port, prints where, and a password that signs in', async ({
  request,
}) => {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-start-'));
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    // As the one that stands when nobody names any: seen from the working directory.
    env: { ...npmEnvironment(), PORT: String(port), DATA_DIR: relative(ROOT, dataDir), HOST: '127.0.0.1' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  try {
    await expect.poll(() => printed, { timeout: 200_000 }).toMatch(new RegExp(`http://[a-z0-9.]+:${port}`));
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.status).toBe(200);
    expect(await response.text(), 'rendered by the server').toContain('data-rendered');
    const [, email, password] = /Sign in with (\S+) and the password (\S+)/.exec(printed) ?? [];
    const origin = `http://127.0.0.1:${port}`;
    const signedIn = await request.post(`${origin}/api/admin/auth/login`, {
      data: { email, password },
      headers: { origin },
    });
    expect(signedIn.status(), 'with the password that was printed').toBe(200);
  } finally {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await exited;
    }
    // npm goes before the processes that it started are through: until then a file may come back.
    await expect(() => rmSync(dataDir, { recursive: true, force: true })).toPass({ timeout: 60_000 });
  }
});

test('RUN-4 a second start over the same data seeds nothing twice, loses nothing, opens no inspector', async () => {
  const first = await startProduct();
  const before = await (await fetch(`${first.url}/api/portfolio`)).json();
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await startProduct({ dataDir: first.dataDir });
  // Node opens the inspector on this signal, unless a program prevents it.
  process.kill(second.pid, 'SIGUSR1');
  const after = await (await fetch(`${second.url}/api/portfolio`)).json();
  expect(after).toEqual(before);
  await second.remove();
  expect(second.output()).not.toContain('Debugger');
});

test('the API alone on an IPv6 address: a URL that works, HTTP/1.0, security headers, no inspector', async () => {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-start-'));
  const host = { HOST: '::1', PORT: String(port), TRUSTED_PROXIES: '::1' };
  const child = spawn(process.execPath, [join(ROOT, 'api/dist/main.js')], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DRAIN_SECONDS: '0', ...host },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    await expect.poll(() => printed, { timeout: 60_000 }).toContain(`http://[::1]:${port}/api`);
    expect((await fetch(`http://[::1]:${port}/api/services`)).status).toBe(200);
    const socket = connect(port, '::1', () => socket.write('GET /readyz HTTP/1.0\r\n\r\n'));
    expect((await text(socket)).split('\r\n')[0]).toContain('200');
    child.kill('SIGUSR1');
    const forwarded = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' };
    const { headers } = await fetch(`http://[::1]:${port}/api/services`, { headers: forwarded });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  } finally {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(printed).not.toContain('Debugger');
});

test('RUN-3 a wrong value ends the start with one line that names the variable', async () => {
  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['DATABASE_URL', 'mysql://x'],
    ['ADMIN_EMAIL', 'not an email'],
  ] as const) {
    const { code, printed } = await runToEnd({
      [name]: value,
      ...(name === 'ADMIN_EMAIL' ? { ADMIN_PASSWORD: 'long enough password' } : {}),
    });
    expect(code, printed).toBe(1);
    expect(printed.trim().split('\n')).toHaveLength(1);
    expect(printed).toContain(name);
  }
  const { code, printed } = await runToEnd({ DATA_DIR: '/proc/nope', PORT: 'eighty', API_URL: 'nowhere' });
  expect(code, printed).toBe(1);
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0])
      .sort(),
  ).toEqual(['API_URL', 'DATA_DIR', 'FRONT_DOOR_TOKEN', 'PORT']);
});

test('RUN-3 a port in use ends the start before it changes anything', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), 'godhuli-port-'));
  try {
    const { code, printed } = await runToEnd({ PORT: String(port), DATA_DIR: dataDir });
    expect(code, printed).toBe(1);
    expect(printed).toContain(`PORT ${port} is already in use.`);
    expect(readdirSync(dataDir)).toEqual([]);
  } finally {
    taken.close();
    rmSync(dataDir, { recursive: true });
  }
});

test('RUN-3 refuses an unreachable database, a foreign directory and a second process, and changes nothing', async () => {
  const dead = await runToEnd({
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
  });
  expect(dead.code).toBe(1);
  expect(dead.printed).toContain('DATABASE_URL');

  const foreign = mkdtempSync(join(tmpdir(), 'godhuli-foreign-'));
  writeFileSync(join(foreign, 'thesis.txt'), 'mine');
  const refused = await runToEnd({ PORT: String(await freePort()), DATA_DIR: foreign });
  expect(refused.code, refused.printed).toBe(1);
  expect(refused.printed).toContain('DATA_DIR');
  expect(readdirSync(foreign)).toEqual(['thesis.txt']);
  rmSync(foreign, { recursive: true });

  const product = await startProduct();
  const second = await runToEnd({ PORT: String(await freePort()), DATA_DIR: product.dataDir });
  expect(second.code, second.printed).toBe(1);
  expect(second.printed).toContain('DATA_DIR');
  expect((await fetch(`${product.url}/api/portfolio`)).status).toBe(200);
  await product.remove();
});
