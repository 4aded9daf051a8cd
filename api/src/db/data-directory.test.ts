import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDirectory } from './data-directory.js';

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
