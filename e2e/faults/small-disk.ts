import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk that can be filled. */
export interface SmallDisk {
  folder: string;
  /** uses all free space */
  fill(): void;
  /** releases the space that `fill` used */
  free(): void;
  /** refuses writes; throws while a file on the disk is open for writing */
  makeReadOnly(): void;
  /** accepts writes again */
  makeWritable(): void;
  remove(): void;
}

/** Mounts a tmpfs of the given size; null where mounting is not allowed (the caller then skips its test). */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const remount = (mode: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${mode}`, folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = 1 << 20; size >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(size));
          } catch {
            size >>= 1;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    makeReadOnly: () => remount('ro'),
    makeWritable: () => remount('rw'),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
