import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = `${sep}src${sep}`;

/**
 * Returns the path of a program to fork. Node 20 does not run TypeScript, so code that runs from `src` (tests) forks the
 * program of the build.
 * @param from `import.meta.url` of the forking module
 * @param program path in the build, relative to that module
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
