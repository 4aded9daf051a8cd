import fs, { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDirectory, explainDiskProblem } from './data-directory.js';
import { openDurablePglite } from './durable-pglite.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'data-directory-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const startWith = async (marker: string) => {
  await writeFile(join(dataDir, 'godhuli.json'), marker);
  const refusal = await claimDataDirectory(dataDir).catch((error: Error) => error.message);
  expect(await readFile(join(dataDir, 'godhuli.json'), 'utf8')).toBe(marker);
  return refusal;
};

it.each(['', '{"format":', '\0\0\0\0', 'null', '{}', '{"format":"1"}'])(
  'RUN-3 a marker that is damaged is called so: %j',
  async (marker) => {
    expect(await startWith(marker)).toMatch(/^DATA_DIR: .*godhuli\.json is damaged\. .*\{"format":1\}\.$/);
  },
);

it('RUN-3 a marker of another version is called so, and one of this version is taken', async () => {
  expect(await startWith('{"format":2}')).toContain('was written by another version');
  expect(await startWith('{"format":1}')).toBeUndefined();
});

const messageOf = async (error: unknown) => ((await explainDiskProblem(error, { dataDir })) as Error).message;
const failedWith = (code: string) => Object.assign(new Error('write'), { code });
const leaveFree = (bytes: number) =>
  jest.spyOn(fs, 'statfs').mockResolvedValue({ bavail: bytes / 4096, bsize: 4096 } as never);
afterEach(() => jest.restoreAllMocks());

it.each([
  ['ENOSPC', 'is full. Free at least 16 MB'],
  ['EDQUOT', 'has no quota left. Free at least 16 MB'],
  ['EROFS', 'is read-only. Make it writable'],
])('RUN-3 a start that cannot write (%s) names the disk and what to do', async (code, advice) => {
  const message = `DATA_DIR: the disk of ${dataDir} ${advice} and start again. Stored data is kept.`;
  expect(await messageOf(failedWith(code))).toBe(message);
});

it('RUN-3 a database that ends itself during the start on a full disk is explained by the disk', async () => {
  leaveFree(4 << 20);
  expect(await messageOf(failedWith('57P02'))).toContain('is full.');
});

it('RUN-3 a server that does not respond during the start is not explained by a full disk', async () => {
  leaveFree(4 << 20);
  const error = failedWith('ETIMEDOUT');
  expect(await explainDiskProblem(error, { dataDir, databaseUrl: 'postgres://127.0.0.1/studio' })).toBe(error);
});

it('RUN-3 any other error at the start stays as it is', async () => {
  const error = failedWith('23505');
  expect(await explainDiskProblem(error, { dataDir })).toBe(error);
});

it('RUN-3 an embedded database that cannot be opened on a full disk is not called damaged', async () => {
  leaveFree(4 << 20);
  await writeFile(join(dataDir, 'PG_VERSION'), '18\n');
  const refusal = await openDurablePglite(dataDir).catch((error: Error) => error.message);
  expect(refusal).toBe(
    `DATA_DIR: the disk of ${dataDir} is full. Free at least 16 MB and start again. Stored data is kept.`,
  );
}, 30_000);
