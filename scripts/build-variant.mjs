/** Copies of a remote's build with small changes, as if the remote had been built again. For browser tests and measurements. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';

/**
 * Copies a build with another container name, like a separate build: a chunk that is named by its content gets another name when
 * its source changes, and otherwise keeps name and bytes.
 * @param {string} build the folder of the build
 * @param {string} mark 12 hexadecimal digits
 * @param {(source: string, path: string) => string} change returns the new source of each script by path; no change by default
 * @returns {string} the folder of the copy
 */
export function buildVariant(build, mark, change = (source) => source) {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-variant-'));
  cpSync(build, folder, { recursive: true });
  const manifestFile = join(folder, 'release.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const hash = manifest.container.slice(-mark.length);
  manifest.container = manifest.container.replace(hash, mark);
  // The entry is last, because it contains the names and possibly the digests of the chunks.
  const replaced = new Map([[hash, mark]]);
  const described = [...manifest.files].sort(
    (one, other) => Number(one.path === manifest.entry) - Number(other.path === manifest.entry),
  );
  for (const file of described) {
    const path = join(folder, file.path);
    if (/\.c?js$/.test(file.path)) {
      const before = readFileSync(path, 'utf8');
      let source = before;
      for (const [from, to] of replaced) source = source.replaceAll(from, to);
      source = change(source, file.path);
      writeFileSync(path, source);
      if (source !== before && isNamedByContent(file.path)) rename(file, source);
    }
    const bytes = readFileSync(join(folder, file.path));
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    replaced.set(file.integrity, integrity);
    Object.assign(file, { size: bytes.length, integrity });
  }
  function rename(file, source) {
    const from = /[0-9a-f]{12}(?=\.js$)/.exec(file.path)?.[0] ?? '';
    const to = createHash('sha256').update(source).digest('hex').slice(0, from.length);
    const path = file.path.replace(from, to);
    renameSync(join(folder, file.path), join(folder, path));
    manifest.remoteFiles = manifest.remoteFiles.map((named) => (named === file.path ? path : named));
    if (manifest.pageScript === file.path) manifest.pageScript = path;
    replaced.set(from, to);
    file.path = path;
  }
  writeFileSync(manifestFile, JSON.stringify(manifest));
  return folder;
}
