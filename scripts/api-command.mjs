/**
 * `npm run backup -- FILE [--from URL]`, `npm run restore -- FILE`, `npm run user -- list | add | …`: the commands of the API.
 * Builds first if nothing has been built, and does not touch the build of a running site.
 */
import './load-env.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

const [name, ...args] = process.argv.slice(2);
const built = (file) => join(root, 'api', 'dist', 'commands', `${file}.js`);
if (!existsSync(built(name))) setup();
const load = (file) => import(pathToFileURL(built(file)).href);
const [{ runCommand }, commands] = await Promise.all([load('command'), load(name)]);
process.exitCode = await runCommand(commands[`${name}Command`], {
  args,
  env: process.env,
  // npm changes to the root. A path of the command is relative to the folder in which it was typed.
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: a person's command, no task of turbo
  folder: process.env.INIT_CWD ?? process.cwd(),
  print: (line) => console.log(line),
});
