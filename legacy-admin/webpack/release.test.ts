import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { type ReleaseManifest, releaseManifestSchema } from '@godhuli/contracts/releases';

// This test builds the release, and the machine may be busy.
jest.setTimeout(120_000);

const folder = join(__dirname, '..');
const output = mkdtempSync(join(tmpdir(), 'legacy-admin-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'legacy-elsewhere-'));
afterAll(() => {
  for (const made of [output, elsewhere]) rmSync(made, { recursive: true });
});

function build(sources: string, target: string): ReleaseManifest {
  execFileSync(process.execPath, [join(sources, 'webpack.build.mjs'), `--output=${target}`], { stdio: 'pipe' });
  return releaseManifestSchema.parse(JSON.parse(readFileSync(join(target, 'release.json'), 'utf8')));
}

it('builds with its own configuration a release that the host contract accepts', () => {
  const release = build(folder, output);
  expect(release).toMatchObject({ name: 'legacy-admin', contract: 1, entry: 'remoteEntry.js', server: null });
  expect(release.container).toMatch(/^legacy_admin_[0-9a-f]{12}$/);

  const written = readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'release.json')
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(output.length + 1)
        .split(sep)
        .join('/'),
    );
  expect(release.files.map(({ path }) => path).sort()).toEqual(written.sort());
  for (const { path, size, integrity } of release.files) {
    const bytes = readFileSync(join(output, path));
    const digest = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    expect({ path, size, integrity }).toEqual({ path, size: bytes.length, integrity: digest });
  }

  // The container entry is one global, runs no code from strings, contains the integrity of its chunk and no React.
  const entry = readFileSync(join(output, release.entry), 'utf8');
  expect(entry).toContain(`var ${release.container};`);
  expect(entry).not.toMatch(/\bnew Function\b|\beval\(/);
  expect(release.remoteFiles).toHaveLength(1);
  for (const path of release.remoteFiles) {
    expect(entry).toContain(release.files.find((file) => file.path === path)?.integrity);
    expect(readFileSync(join(output, path), 'utf8')).not.toContain('react.transitional.element');
  }

  // Photos have one URL for all releases.
  const photo = release.files.find(({ path }) => path.endsWith('.jpg'))?.path;
  const code = release.remoteFiles.map((path) => readFileSync(join(output, path), 'utf8')).join('\n');
  expect(code).toContain(`"/remotes/legacy-admin/${photo}"`);
});

it('names the container by its code, so builds with one name have the same code in every folder', () => {
  const here = build(folder, output);
  const sources = join(elsewhere, 'copy');
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  cpSync(folder, sources, { recursive: true, filter: isSource });
  symlinkSync(join(folder, '..', 'node_modules'), join(elsewhere, 'node_modules'));
  const there = build(sources, join(elsewhere, 'dist'));
  const digestOfEntry = ({ entry, files }: ReleaseManifest) => files.find(({ path }) => path === entry)?.integrity;
  expect(there.container === here.container).toBe(digestOfEntry(there) === digestOfEntry(here));
});
