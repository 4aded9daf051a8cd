import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { releaseManifestSchema } from '@godhuli/contracts/releases';

// This test builds the release, and the machine may be busy.
jest.setTimeout(120_000);

const folder = join(__dirname, '..');
const output = mkdtempSync(join(tmpdir(), 'legacy-admin-'));
afterAll(() => rmSync(output, { recursive: true }));

it('builds with its own configuration a release that the host contract accepts', () => {
  execFileSync(process.execPath, [join(folder, 'webpack.build.mjs'), `--output=${output}`], { stdio: 'pipe' });
  const release = releaseManifestSchema.parse(JSON.parse(readFileSync(join(output, 'release.json'), 'utf8')));
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
