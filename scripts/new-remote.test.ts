import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

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
  expect(again.status).toBe(1);
  expect(again.stderr).toContain('already exists');
});

it('CARD-7 a new remote imports images, fonts and style sheets in types, tests and build', () => {
  expect(newRemote('scrapbook').stderr).not.toContain('Error');
  const folder = join(empty, 'scrapbook');
  const root = join(__dirname, '..');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const kinds = ['svg', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'woff', 'woff2'];
  const write = (path: string, text: string) => writeFileSync(join(folder, 'src', path), text);
  mkdirSync(join(folder, 'src', 'files'));
  for (const kind of kinds) write(`files/a.${kind}`, kind);
  write('page.css', 'h1 { background: url("./files/a.png"); }');
  write('card.module.css', '.card { color: teal; }');
  const imports = kinds.map((kind) => `import ${kind} from './files/a.${kind}';`);
  write(
    'app.tsx',
    `${imports.join('\n')}
import './page.css';
import styles from './card.module.css';
export const addresses: string[] = [${kinds.join(', ')}];
export function App() {
  return <p className={styles.card}>{addresses.map((address) => <img key={address} src={address} alt={address} />)}</p>;
}
`,
  );
  write(
    'app.test.tsx',
    `import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { App } from './app';
it('shows them', () => {
  const { container } = render(<App />);
  expect(screen.getAllByRole('img')).toHaveLength(${kinds.length});
  expect(screen.getByAltText('/a.svg')).toHaveAttribute('src', '/a.svg');
  expect(container.querySelector('p')).toHaveClass('card');
});
`,
  );
  write(
    'server.tsx',
    `import { App } from './app';\nexport const render = () => ({ html: String(App), head: '', data: {} });\n`,
  );
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: expect.anything() });
  };
  run('typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit');
  run('jest/bin/jest.js', '--rootDir', folder);
  run(relative(join(root, 'node_modules'), join(folder, 'webpack.build.mjs')));
  const release = JSON.parse(readFileSync(join(folder, 'dist', 'release.json'), 'utf8'));
  const paths: string[] = release.files.map(({ path }: { path: string }) => path);
  const files = [...kinds, 'css'].map((kind) => paths.filter((path) => path.endsWith(`.${kind}`)));
  expect(files.map(({ length }) => length)).toEqual(files.map(() => 1));
  const text = (path: string) => readFileSync(join(folder, 'dist', path), 'utf8');
  const css = text(paths.find((path) => path.endsWith('.css')) ?? '');
  const [, name = 'none'] = /\.([\w-]+)\s*\{\s*color:\s*(?:teal|#008080)/.exec(css) ?? [];
  expect(name).toMatch(/^card-[\w-]{10}$/);
  expect([text('server.cjs'), ...release.remoteFiles.map(text)].filter((code) => code.includes(name))).toHaveLength(2);
  expect(text('server.cjs')).toContain('"/remotes/scrapbook/"');
});

it('refuses a name that the contract refuses, and says what a name may be', () => {
  const { status, stderr } = newRemote('Gäste Buch');
  expect(status).toBe(1);
  expect(stderr).toContain('lowercase letters, digits and -');
});
