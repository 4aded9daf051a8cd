import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = mkdtempSync(join(tmpdir(), 'running-copy-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (path, text) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

it('RUN-5 what runs is a copy of the build: a next build leaves it alone, and it goes with its process', () => {
  write('package.json', '{ "workspaces": ["packages/*", "shell", "unbuilt"] }');
  write(
    'packages/words/package.json',
    '{ "name": "@x/words", "type": "module", "exports": { ".": "./dist/words.js" } }',
  );
  write('packages/words/dist/words.js', 'export const word = "first";');
  write('shell/package.json', '{ "name": "shell", "type": "module" }');
  write(
    'shell/dist/main.js',
    'export const late = async () => (await import("@x/words")).word + (await import("./late.js")).word;',
  );
  write('shell/dist/late.js', 'export const word = " late";');
  write('unbuilt/package.json', '{ "name": "unbuilt" }');
  const left = join(root, 'node_modules', '.running');
  // Of a process that was killed: no process has this number.
  write('node_modules/.running/99999999/shell/dist/main.js', '');

  const program = `
    import { mkdirSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
    import { copyForRunning } from ${JSON.stringify(join(import.meta.dirname, 'running-copy.mjs'))};
    // Of a process that was killed and had the number of this one, as in a container.
    mkdirSync(${JSON.stringify(left)} + '/' + process.pid + '/node_modules/@x/words', { recursive: true });
    const copy = copyForRunning(${JSON.stringify(root)});
    const { late } = await import(copy + '/shell/dist/main.js');
    for (const path of ['packages/words/dist/words.js', 'shell/dist/late.js'])
      writeFileSync(${JSON.stringify(root)} + '/' + path, 'export const word = "second";');
    rmSync(${JSON.stringify(root)} + '/shell/dist/main.js');
    const copies = readdirSync(${JSON.stringify(left)}).length;
    console.log(JSON.stringify({ words: await late(), copied: readdirSync(copy).sort(), copies }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    words: 'first late',
    copied: ['node_modules', 'packages', 'shell'],
    copies: 1,
  });
  expect(readdirSync(left)).toEqual([]);
});
