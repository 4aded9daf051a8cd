import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXCEPTIONS, INSTALL_SCRIPTS, isAllowed, packagesOf } from './dependency-rules.mjs';

const root = join(import.meta.dirname, '..');
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const packages = packagesOf(lockfile);

it('every package is locked to a version and its SHA-512, and none comes from anywhere but the registry', () => {
  expect(lockfile.lockfileVersion).toBe(3);
  const loose = packages.filter(({ version, integrity }) => !version || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(loose.map(({ name }) => name)).toEqual([]);
  const elsewhere = packages.filter(({ resolved }) => resolved !== undefined);
  expect(elsewhere.map(({ name }) => name)).toEqual([]);
  expect(packages.length).toBeGreaterThan(500);
});

it('nothing runs at install; each package that would like to is known, with the reason why it need not', () => {
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  const wishing = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect([...new Set(wishing)].sort()).toEqual(Object.keys(INSTALL_SCRIPTS).sort());
});

it('no package has a licence that is not allowed, and no exception outlives its packages', () => {
  const refused = packages.filter(({ name, license }) => !isAllowed(name, license));
  expect(refused.map(({ name, license }) => `${name} ${license}`)).toEqual([]);
  for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', undefined])
    expect(isAllowed('x', license)).toBe(false);
  const needed = ({ packages: names }) => packages.some(({ name }) => names.test(name));
  expect(EXCEPTIONS.filter((exception) => !needed(exception))).toEqual([]);
});

it('the bill of materials is CycloneDX and names every package with its URL and digest', () => {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] };
  const bill = JSON.parse(execFileSync('npm', args, options));
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.specVersion).toMatch(/^1\.[5-9]$/);
  const known = new Map(bill.components.map((component) => [component.purl, component]));
  const missing = packages.filter(({ name, version }) => {
    const component = known.get(`pkg:npm/${name.replace('@', '%40')}@${version}`);
    return component?.hashes?.[0]?.alg !== 'SHA-512';
  });
  expect(missing.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
  process.stdout.write(`${packages.length} packages locked, ${known.size} components in the bill of materials\n`);
}, 120_000);
