import { randomBytes } from 'node:crypto';
import { test } from '@playwright/test';
import { Client } from 'pg';

/**
 * Creates a separate database in the temporary Postgres that the test runner started (`TEST_DATABASE_URL`). Without one the test
 * that calls this is skipped, on CI it fails.
 */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  test.skip(!server && !process.env.CI, 'TEST_DATABASE_URL is not set: the test runner found no Postgres');
  if (!server) throw new Error('TEST_DATABASE_URL is not set: the test runner found no Postgres');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
