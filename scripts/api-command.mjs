/** Runs one of the API's commands; builds first when nothing has been built, and leaves a running site's build alone. */
import './load-env.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, setup } from './setup.mjs';

/** @param {'backup' | 'restore' | 'user'} name */
export async function runApiCommand(name) {
  const built = (file) => join(root, 'api', 'dist', 'commands', `${file}.js`);
  if (!existsSync(built(name))) setup();
  const load = (file) => import(pathToFileURL(built(file)).href);
  const [{ runCommand }, commands] = await Promise.all([load('command'), load(name)]);
  process.exitCode = await runCommand(commands[`${name}Command`], {
    args: process.argv.slice(2),
    env: process.env,
    // npm changes to the root; the person stood elsewhere.
    // biome-ignore lint/suspicious/noUndeclaredEnvVars: a person's command, no task of turbo
    folder: process.env.INIT_CWD ?? process.cwd(),
    print: (line) => console.log(line),
  });
}
