import { spawnSync } from 'node:child_process';

const HIDE = 'for path in $HIDDEN; do mount --bind /dev/null "$path"; done; unset HIDDEN; exec "$@"';
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];

/**
 * Returns the start of a command line under which these programs cannot be started, as on a machine without them; null where
 * nothing may be mounted.
 */
export function withoutPrograms(names: readonly string[]): string[] | null {
  if (process.platform !== 'linux') return null;
  const find = names.flatMap((name) => FOLDERS.map((folder) => `${folder}/${name}`));
  const paths = find.filter((path) => spawnSync('test', ['-x', path]).status === 0);
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const command = ['unshare', ...asRoot, '--mount', 'env', `HIDDEN=${paths.join(' ')}`, 'sh', '-c', HIDE, 'sh'];
  const [program = '', ...rest] = command;
  return spawnSync(program, [...rest, 'true']).status === 0 ? command : null;
}
