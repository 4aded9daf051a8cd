import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from './dev/program.mjs';
import { freePort } from './free-port.mjs';

const folder = mkdtempSync(join(tmpdir(), 'program-'));
const file = join(folder, 'program.mjs');
const programs = [];
const printed = [];
const { error } = console;
beforeEach(() => {
  printed.length = 0;
  console.error = (text) => printed.push(text);
});
afterEach(() => {
  console.error = error;
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  rmSync(folder, { recursive: true });
});

const SERVER = `import { createServer } from 'node:http';
createServer((request, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1');`;

it('says that a program ended at its start, and starts it again after the next edit', async () => {
  const port = await freePort();
  const env = { PORT: String(port) };
  const program = createProgram({ name: 'API', file, cwd: folder, env, readyUrl: `http://127.0.0.1:${port}/` });
  programs.push(program);
  writeFileSync(file, 'process.exit(3);');
  expect(await program.start()).toBe(false);
  expect(printed).toEqual(['> API ended before it was ready (3); see its error above']);
  writeFileSync(file, SERVER);
  expect(await program.restart()).toBe(true);
  expect(printed).toHaveLength(1);
});

it('prints nothing about a start that a newer restart has ended', async () => {
  const port = await freePort();
  const env = { PORT: String(port) };
  const program = createProgram({ name: 'API', file, cwd: folder, env, readyUrl: `http://127.0.0.1:${port}/` });
  programs.push(program);
  writeFileSync(file, 'setInterval(() => undefined, 1000);');
  const first = program.start();
  writeFileSync(file, SERVER);
  expect(await program.restart()).toBe(true);
  expect(await first).toBe(false);
  expect(printed).toEqual([]);
});
