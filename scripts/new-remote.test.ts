import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The packages are built and packed, on machines that have other work too.
jest.setTimeout(120_000);

const empty = mkdtempSync(join(tmpdir(), 'new-remote-'));
afterAll(() => rmSync(empty, { recursive: true }));

const newRemote = (...words: string[]) =>
  spawnSync(process.execPath, [join(__dirname, 'new-remote.mjs'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: empty },
  });

it('CARD-7 makes a remote that stands alone outside the repository, with the packages it needs', () => {
  expect(newRemote('guestbook').stderr).not.toContain('Error');
  const folder = join(empty, 'guestbook');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of ['.gitignore', 'src/remote.tsx', 'src/app.test.tsx', 'webpack.build.mjs'])
    expect(files).toContain(join(path));
  expect(files.filter((path) => path.endsWith('.tmpl'))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest.name).toBe('guestbook');
  for (const range of [manifest.dependencies['@godhuli/contracts'], manifest.devDependencies['@godhuli/remote-kit']])
    expect(files).toContain(join(range.replace('file:./', '')));
  expect(readFileSync(join(folder, 'src/remote.tsx'), 'utf8')).toContain("name: 'guestbook'");

  const again = newRemote('guestbook');
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
});

it('refuses a name that the contract refuses, and says what a name may be', () => {
  const { status, stderr } = newRemote('Gäste Buch');
  expect([status, stderr]).toEqual([1, expect.stringContaining('small letters, digits and -')]);
});
