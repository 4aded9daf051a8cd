import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it('loads the packages of a start before it begins, and ends what it has prepared', async () => {
  const port = await freePort();
  const packages = join(folder, 'packages.mjs');
  const log = join(folder, 'log.txt');
  const note = (text) =>
    `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, '${text} ');`;
  writeFileSync(packages, note('packages'));
  writeFileSync(file, `${note('program')} if (process.argv[2] !== 'word') throw new Error('no argument'); ${SERVER}`);
  const options = { name: 'API', file, args: ['word'], cwd: folder, env: { PORT: String(port) }, packages };
  const program = createProgram({ ...options, readyUrl: `http://127.0.0.1:${port}/` });
  const until = async (text) => {
    const deadline = Date.now() + 30_000;
    while (readFileSync(log, 'utf8') !== text && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(readFileSync(log, 'utf8')).toBe(text);
  };
  expect(await program.start()).toBe(true);
  await until('packages program packages ');
  expect(await program.restart()).toBe(true);
  await until('packages program packages program packages ');
  await program.stop();
  expect(printed).toEqual([]);
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
