import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = `${sep}src${sep}`;

/**
 * Returns the path of a program that is forked by path. Node 20 runs no TypeScript, so code that runs from `src` (tests)
 * forks the file of the build.
 * @param from `import.meta.url` of the module that forks
 * @param program relative to that module, as it is named in the build
 */
export function builtProgram(from: string, program: string): string {
  const path = fileURLToPath(new URL(program, from));
  if (!from.endsWith('.ts')) return path;
  const [before, after] = [
    path.slice(0, path.lastIndexOf(SOURCES)),
    path.slice(path.lastIndexOf(SOURCES) + SOURCES.length),
  ];
  return join(before, 'dist', after);
}
