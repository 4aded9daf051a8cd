import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@godhuli/server/listen';
import { parseEnv, readEnv } from './env.js';

it('RUN-3 has a default for everything; an empty variable is an unset one', () => {
  const expected = { port: 3000, dataDir: '.data', databaseUrl: undefined, adminEmail: undefined, logLevel: 'warn' };
  expect(parseEnv({})).toMatchObject(expected);
  expect(parseEnv({ PORT: '', DATA_DIR: '', DATABASE_URL: '', ADMIN_EMAIL: '', LOG_LEVEL: '' })).toMatchObject(
    expected,
  );
});

const messageOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => '',
      (error: Error) => error.message,
    );

it('RUN-3 has one line for each wrong variable, all at once, in plain words and without the value', async () => {
  const wrong = {
    PORT: 'abc',
    DATABASE_URL: 'mysql://root:hunter2@localhost/x',
    DATABASE_POOL_SIZE: '4',
    ADMIN_EMAIL: 'not an email',
    ADMIN_PASSWORD: 'hunter2',
    PUBLIC_URL: 'studio.example',
    TRUSTED_PROXIES: '10.0.0.0/99',
    ALLOWED_HOSTS: 'https://studio.example/',
    SECURITY_CONTACT: 'somebody',
    BACKGROUND_ENCODING: 'no',
    DRAIN_SECONDS: 'soon',
    FRONT_DOOR_TOKEN: 'hunter2',
    METRICS_TOKEN: 'hunter2',
    SMTP_URL: 'http://hunter2@mail.example',
    MAIL_FROM: 'somebody',
    WEBHOOK_URL: 'ftp://hunter2',
    WEBHOOK_SECRET: 'hunter2',
    WEBHOOK_ALLOW_PRIVATE: 'no',
    LOG_LEVEL: 'loud',
  };
  const lines = (await messageOf(() => parseEnv(wrong))).split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(wrong));
  for (const line of lines) expect(line).toMatch(/^[A-Z_]+ must [^^\\$]+\.$/);
  expect(lines.join()).not.toMatch(/hunter2|not an email|somebody/);
  for (const port of ['99999', '1.5', '-1', '0x10'])
    expect(await messageOf(() => parseEnv({ PORT: port }))).toBe('PORT must be a port number from 0 to 65535.');
});

it('MSG-9 names what SMTP_URL and WEBHOOK_URL need', async () => {
  const alone = { SMTP_URL: 'smtp://mail.example', WEBHOOK_URL: 'https://crm.example/hook' };
  expect((await messageOf(() => parseEnv(alone))).split('\n')).toEqual([
    'MAIL_FROM must be set when SMTP_URL is set.',
    'PUBLIC_URL must be set when SMTP_URL is set.',
    'WEBHOOK_SECRET must be set when WEBHOOK_URL is set.',
  ]);
  const from = { MAIL_FROM: '"Godhuli, Pune" <studio@godhuli.example>', PUBLIC_URL: 'https://studio.example/' };
  expect(parseEnv({ SMTP_URL: alone.SMTP_URL, ...from }).messages).toEqual({
    email: { smtpUrl: alone.SMTP_URL, from: { name: 'Godhuli, Pune', address: 'studio@godhuli.example' } },
    webhook: null,
    origin: 'https://studio.example',
  });
});

it('RUN-3 names DATA_DIR, with every other wrong variable, when nothing can be written there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-env-'));
  writeFileSync(join(folder, 'file'), '');
  try {
    // Node's own recursive mkdir never ends below /proc.
    for (const directory of ['/proc/nope/deeper', join(folder, 'file'), join(folder, 'file', 'deeper')]) {
      const lines = (await messageOf(() => readEnv({ DATA_DIR: directory, PORT: 'abc' }, ['HOST is wrong.']))).split(
        '\n',
      );
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'HOST', 'DATA_DIR']);
      expect(lines[2]).toContain(directory);
    }
    expect((await readEnv({ DATA_DIR: join(folder, 'new', 'deeper') })).dataDir).toBe(join(folder, 'new', 'deeper'));
    expect(readdirSync(folder)).toEqual(['file']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('RUN-3 names PORT or HOST when it cannot listen', async () => {
  const taken = createServer();
  const port = await listen(taken, 0, '127.0.0.1');
  expect(await messageOf(() => listen(createServer(), port, '127.0.0.1'))).toBe(
    `PORT ${port} is already in use. Stop the other process, or set PORT to a free port.`,
  );
  expect(await messageOf(() => listen(createServer(), 0, '203.0.113.1'))).toBe(
    'HOST 203.0.113.1 is not an address of this machine.',
  );
  taken.close();
});
