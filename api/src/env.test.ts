import { parseEnv } from './env.js';

it('RUN-3 has a default for everything; an empty variable is an unset one', () => {
  const expected = { port: 3000, dataDir: '.data', databaseUrl: undefined, adminEmail: undefined, logLevel: 'warn' };
  expect(parseEnv({})).toMatchObject(expected);
  expect(parseEnv({ PORT: '', DATA_DIR: '', DATABASE_URL: '', ADMIN_EMAIL: '', LOG_LEVEL: '' })).toMatchObject(
    expected,
  );
});

it('RUN-3 names every bad variable at once, in one line, and never a value', () => {
  const wrong = {
    PORT: '99999',
    DATABASE_URL: 'mysql://root:hunter2@localhost/x',
    ADMIN_EMAIL: 'not an email',
    ADMIN_PASSWORD: 'hunter2',
    LOG_LEVEL: 'loud',
  };
  const message = (() => {
    try {
      parseEnv(wrong);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  expect(message).not.toMatch(/hunter2|not an email|\n/);
});
