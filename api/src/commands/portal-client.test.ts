import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpServer } from '@godhuli/server/http-server';
import { listen } from '@godhuli/server/listen';
import { getRequestListener } from '@hono/node-server';
import { claimDataDirectory } from '../db/data-directory.js';
import { type TestApp, testApp } from '../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../testing/test-database.js';
import { backupCommand } from './backup.js';
import { type Command, runCommand } from './command.js';
import { userCommand } from './user.js';

jest.setTimeout(60_000);

describe.each(engines())('commands at a running site on %s', (engine) => {
  let api: TestApp;
  let server: Server;
  let url = '';
  let folder = '';
  beforeAll(async () => {
    api = await testApp(engine);
    server = createHttpServer(getRequestListener(api.app.fetch), {});
    url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
    folder = await mkdtemp(join(tmpdir(), 'godhuli-command-'));
    await claimDataDirectory(join(folder, 'data'));
  }, 120_000);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await api.close();
    await rm(folder, { recursive: true });
  });

  const run = async (command: Command, args: string[], dataDir = join(folder, 'data')) => {
    const lines: string[] = [];
    const env = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: PASSWORD, DATA_DIR: dataDir };
    await command({ args: [...args, '--from', url], env, folder, print: (line) => lines.push(line) });
    return lines.join('\n');
  };
  const login = (password: string, address: string) =>
    api.call('POST', '/api/admin/auth/login', { json: { email: USERS.admin.email, password }, address });
  const flood = async () => {
    for (let guess = 0; guess < 30; guess += 1) await login('a wrong password', `10.4.${guess % 6}.1`);
    expect((await login(PASSWORD, '203.0.113.80')).status).toBe(429);
  };

  it('a backup and a reset link still work while others guess at the account, on one known device', async () => {
    await run(userCommand, ['list']);
    await flood();
    // The sample photos of a test have no files.
    await expect(run(backupCommand, ['night.tar.gz'])).rejects.toThrow('The backup is in');
    expect(await run(userCommand, ['reset-link', '--email', USERS.editor.email])).toContain('/admin/reset-password#');
    const notices = await api.db
      .selectFrom('account_notices')
      .select('times')
      .where('kind', '=', 'new-device')
      .execute();
    expect(notices).toEqual([{ times: 1 }]);
    const file = join(folder, 'data', 'command-devices.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toEqual([`${url} ${USERS.admin.email}`]);
  });

  it('a command outside an installation leaves no file, and is a new device that the limit refuses', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await expect(run(userCommand, ['list'], elsewhere)).rejects.toThrow('Too many attempts');
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
  });

  it('a port that browsers refuse, and a folder that does not exist, are named', async () => {
    const env = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: PASSWORD };
    const blocked = { args: ['list', '--from', 'http://127.0.0.1:4190'], env, folder, print: () => undefined };
    await expect(userCommand(blocked)).rejects.toThrow(
      'Neither browsers nor this command connect to port 4190. Start the site with another PORT.',
    );
    await api.db.deleteFrom('login_attempts').execute();
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const input = { args: ['absent/night.tar.gz', '--from', url], env, folder, print: () => undefined };
    expect(await runCommand(backupCommand, input)).toBe(1);
    const file = join(folder, 'absent', 'night.tar.gz.unfinished');
    expect(printed).toHaveBeenCalledWith(`${file}: the folder does not exist.`);
    printed.mockRestore();
  });

  it('a backup without the files that were missing already is kept, and ends with code 3', async () => {
    await api.db.deleteFrom('login_attempts').execute();
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const env = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: PASSWORD };
    const lines: string[] = [];
    const input = { args: ['bare.tar.gz', '--from', url], env, folder, print: (line: string) => lines.push(line) };
    const code = await runCommand(backupCommand, input);
    const warnings = lines.filter((line) => /^warning: the file media\/\S+\/master is missing/.test(line));
    const file = join(folder, 'bare.tar.gz');
    const message = `The backup is in ${file}, without the ${warnings.length} missing files above.`;
    expect(printed.mock.calls).toEqual([[message]]);
    expect(code).toBe(3);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    printed.mockRestore();
  });

  it('a backup that the site does not complete is named, and leaves no file', async () => {
    await api.db.deleteFrom('login_attempts').execute();
    const listener = getRequestListener(api.app.fetch);
    const breaking = createHttpServer((request, response) => {
      if (request.url !== '/api/admin/backup') return void listener(request, response);
      response.writeHead(200).write('half', () => response.destroy());
    }, {});
    const site = `http://127.0.0.1:${await listen(breaking, 0, '127.0.0.1')}`;
    const env = { ADMIN_EMAIL: USERS.admin.email, ADMIN_PASSWORD: PASSWORD };
    const input = { args: ['half.tar.gz', '--from', site], env, folder, print: () => undefined };
    await expect(backupCommand(input)).rejects.toThrow(`${site} stopped before the backup was complete.`);
    expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
    breaking.closeAllConnections();
    breaking.close();
  });

  it('a new password from an admin works at once on a new device, whatever was guessed before', async () => {
    await api.db.deleteFrom('login_attempts').execute();
    await flood();
    const { _id } = await api.db
      .selectFrom('users')
      .select('id as _id')
      .where('email', '=', USERS.admin.email)
      .executeTakeFirstOrThrow();
    const response = await api.as('admin')('POST', `/api/admin/users/${_id}/password`);
    const { password } = (await response.json()) as { password: string };
    expect((await login(password, '203.0.113.81')).status).toBe(200);
  });
});
