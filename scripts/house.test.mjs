import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const WORKSPACES = [
  'shell',
  'public-site',
  'admin-portal',
  'legacy-admin',
  'api',
  'front-door',
  'packages/contracts',
  'packages/release-gate',
  'packages/remote-kit',
  'packages/sandbox',
  'packages/server',
];

/** Every file below a folder that is ours. */
function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'template', '.turbo'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

const packageOf = (workspace) => JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));

it('CARD-1 TypeScript everywhere; React in every front end', () => {
  const sources = WORKSPACES.map((workspace) => join(root, workspace, 'src'))
    .filter(existsSync)
    .flatMap(files)
    .map((path) => relative(root, path));
  expect(sources.filter((path) => /\.[cm]?jsx?$/.test(path))).toEqual([]);
  for (const front of ['shell', 'public-site', 'admin-portal', 'legacy-admin'])
    expect(Object.keys(packageOf(front).dependencies)).toEqual(expect.arrayContaining(['react', 'react-dom']));
});

it('CARD-2 each remote is a container of module federation that exposes ./remote and brings no React', () => {
  for (const remote of ['public-site', 'admin-portal', 'legacy-admin']) {
    const release = JSON.parse(readFileSync(join(root, remote, 'dist', 'release.json'), 'utf8'));
    expect(release.exposes).toEqual(['./remote']);
    expect(Object.keys(release.shared)).toEqual(expect.arrayContaining(['react', 'react-dom']));
    const browserFiles = release.files.filter(({ path }) => path.endsWith('.js'));
    for (const { path } of browserFiles)
      expect(readFileSync(join(root, remote, 'dist', path), 'utf8')).not.toContain('Minified React error #');
  }
});

it('no script or document takes a command of the studio from a public registry', () => {
  const template = readFileSync(join(root, 'packages/remote-kit/template/package.json.tmpl'), 'utf8');
  const packages = [...WORKSPACES.map(packageOf), JSON.parse(template)];
  const users = packages.filter(({ scripts }) => JSON.stringify(scripts).includes('studio-remote'));
  expect(users.map(({ name }) => name)).toEqual(['public-site', 'admin-portal', 'legacy-admin', '__NAME__']);
  for (const { name, dependencies, devDependencies } of users)
    expect({ name, packages: Object.keys({ ...dependencies, ...devDependencies }) }).toEqual({
      name,
      packages: expect.arrayContaining(['@godhuli/remote-kit']),
    });
  const documents = ['docs', ...WORKSPACES].flatMap((folder) => files(join(root, folder)));
  const calls = documents.filter((path) => path.endsWith('.md') && /npx studio-/.test(readFileSync(path, 'utf8')));
  expect(calls).toEqual([]);
});

it('CARD-3 every named package is used by a source or a build', () => {
  const text = [...WORKSPACES, 'scripts']
    .flatMap((workspace) => files(join(root, workspace)))
    .filter((path) => /\.(ts|tsx|mjs|cjs|json)$/.test(path) && !path.endsWith('package.json'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const named = [
    'react',
    'react-dom/client',
    'react-router-dom',
    'webpack',
    'webpack-dev-server',
    'hono',
    '@hono/node-server',
    'pg',
    'zod',
    '@testing-library/react',
  ];
  for (const name of named) expect(text).toContain(`from '${name}'`);
  for (const name of [
    "from '@module-federation/enhanced/runtime'",
    "from '@module-federation/enhanced/webpack'",
    "from '@emotion/react'",
    'ts-loader',
    'lucide-react',
  ])
    expect(text).toContain(name);
  expect(existsSync(join(root, 'jest.config.mjs'))).toBe(true);
});

it('CARD-4 the tree is the architecture', () => {
  for (const path of [
    'shell',
    'front-door',
    'public-site',
    'admin-portal',
    'legacy-admin',
    'api',
    'package.json',
    'turbo.json',
  ])
    expect(existsSync(join(root, path))).toBe(true);
});

it('RUN-2 npm test looks for a browser where CHROME_PATH says, and names what is missing', async () => {
  const { findBrowser } = await import('./find-browser.mjs');
  const before = process.env.CHROME_PATH;
  try {
    process.env.CHROME_PATH = process.execPath;
    expect(findBrowser()).toBe(process.execPath);
    process.env.CHROME_PATH = '/nowhere/chromium';
    expect(() => findBrowser()).toThrow('CHROME_PATH: /nowhere/chromium does not exist.');
  } finally {
    if (before === undefined) delete process.env.CHROME_PATH;
    else process.env.CHROME_PATH = before;
  }
});

it('every command that the documents name is a command of the project', () => {
  const { scripts } = packageOf('.');
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'docs/operations.md',
    'docs/reliability.md',
  ];
  for (const document of documents) {
    const words = readFileSync(join(root, document), 'utf8');
    for (const [, name] of words.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g))
      if (!['dev', 'release', 'build'].includes(name))
        expect({ document, name, known: name in scripts }).toMatchObject({ known: true });
  }
});

it('no tool sends telemetry: every program that runs turbo imports setup.mjs, which turns it off', async () => {
  const scripts = readdirSync(join(root, 'scripts')).filter(
    (name) => name.endsWith('.mjs') && !name.includes('.test.'),
  );
  const sources = scripts.map((name) => [name, readFileSync(join(root, 'scripts', name), 'utf8')]);
  const running = sources.filter(([name, source]) => name !== 'setup.mjs' && /bin\/turbo|'bin', 'turbo'/.test(source));
  expect(running.map(([name]) => name)).toEqual(['dev.mjs', 'new-remote.mjs', 'verify.mjs']);
  for (const [, source] of running) expect(source).toContain("from './setup.mjs'");
  await import('./setup.mjs');
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const options = { encoding: 'utf8', env: process.env };
  const status = execFileSync(process.execPath, [turbo, 'telemetry', 'status'], options);
  expect(status).toContain('Status: Disabled');
});

it('docs/operations.md and .env.example name every environment variable, and no other', () => {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const programs = ['api/src/env.ts', 'front-door/src/environment.ts'].map(read).join('\n');
  const known = new Set([...programs.matchAll(/^ {2,4}([A-Z]+(?:_[A-Z]+)*): /gm)].map(([, name]) => name));
  const table = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const documented = table.flatMap((line) => [...line.split('|')[1].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const example = [...read('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(known.size).toBeGreaterThan(15);
  expect(documented.toSorted()).toEqual([...known].toSorted());
  expect(example.toSorted()).toEqual([...known].toSorted());
});

it('CI, engines and .nvmrc name the same versions of Node', () => {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const [, list] = /^ +node: \[(.+)\]$/m.exec(read('.github/workflows/ci.yml'));
  const versions = list.split(', ').map((text) => text.replaceAll('"', ''));
  expect(versions).toEqual(['20.19', '22', '24']);
  expect(packageOf('.').engines.node).toBe(`>=${versions[0]}`);
  expect(read('.nvmrc').trim()).toBe(versions[0].split('.')[0]);
  expect(read('scripts/setup.mjs')).toContain(`${versions[0]} or newer is needed`);
});

it('the lockfile names no registry', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/);
});

it('every decision record has a date and a status', () => {
  const folder = join(root, 'docs/decisions');
  const records = readdirSync(folder).filter((name) => /^\d{3}-/.test(name));
  expect(records.length).toBeGreaterThan(10);
  for (const record of records) {
    const head = readFileSync(join(folder, record), 'utf8').slice(0, 400);
    expect({ record, head }).toEqual({
      record,
      head: expect.stringMatching(/^- Date: \d{4}-\d\d-\d\d\n- Status: \w/m),
    });
  }
});

const lineOf = (source, position) => source.getLineAndCharacterOfPosition(position).line + 1;
const placeOf = (source, node) => `${relative(root, source.fileName)}:${lineOf(source, node.getStart())}`;

describe('tests', () => {
  const sources = ['e2e', 'bench', 'scripts', ...WORKSPACES]
    .flatMap((folder) => files(join(root, folder)))
    .filter((path) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(path))
    .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  const tests = sources.flatMap(testsIn);

  const namesOf = (found) => found.map(({ path, title }) => `${path}: ${title}`);

  it('a title has at most 100 characters', () => {
    expect(tests.length).toBeGreaterThan(800);
    expect(namesOf(tests.filter(({ title }) => title.length > 100))).toEqual([]);
  });

  it('a browser test of more than 40 lines has steps', () => {
    const long = tests.filter(({ path, lines }) => path.startsWith('e2e/') && lines > 40);
    expect(namesOf(long.filter(({ source }) => !source.includes('test.step')))).toEqual([]);
  });

  it('an expectation compares a value, not a tuple', () => {
    const isTuple = (node) =>
      ts.isCallExpression(node) &&
      /\.(toEqual|toStrictEqual|toContainEqual|toMatchObject)$/.test(node.expression.getText()) &&
      ts.isCallExpression(node.expression.expression) &&
      node.expression.expression.arguments.some(ts.isArrayLiteralExpression);
    const tuples = sources.flatMap((source) =>
      nodesIn(source)
        .filter(isTuple)
        .map((node) => placeOf(source, node)),
    );
    expect(tuples).toEqual([]);
  });
});

/** The node and every node inside it. */
function nodesIn(node) {
  const nodes = [node];
  ts.forEachChild(node, (child) => void nodes.push(...nodesIn(child)));
  return nodes;
}

/** Returns the text of a string or template without its placeholders; null for any other expression. */
function titleOf(node) {
  if (!node) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => literal.text).join('')
    : null;
}

/** The tests of a file, with what they are called and how many lines they have. */
function testsIn(source) {
  return nodesIn(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || !/^(it|test)\b(?!\.(step|describe))/.test(node.expression.getText())) return [];
    const title = titleOf(node.arguments[0]);
    if (title === null) return [];
    const lines = lineOf(source, node.end) - lineOf(source, node.getStart()) + 1;
    return [{ path: relative(root, source.fileName), title, lines, source: node.getText() }];
  });
}
