/**
 * `npm run audit`: known vulnerabilities; fails on high and critical ones, and if the registry does not respond.
 * `npm run sbom`: a software bill of materials (CycloneDX) of the lockfile, into `sbom.cdx.json`.
 * `npm run licences`: every licence with how many packages have it; fails on one that is not allowed.
 * `node scripts/dependencies.mjs production`, part of `npm run verify`: how many packages the two servers install.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAllowed, packagesOf } from './dependency-rules.mjs';

const root = join(import.meta.dirname, '..');
const MINUTE_MS = 60_000;

/** Packages from the registry that API and front door may have at run time; optional ones of every platform count. */
const MAX_PRODUCTION_PACKAGES = 270;

/** Returns what npm prints, whatever its exit code is. */
function npm(...args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 };
  try {
    return execFileSync('npm', args, { ...options, timeout: MINUTE_MS, shell: process.platform === 'win32' });
  } catch (error) {
    return error.stdout ?? '';
  }
}

function audit() {
  let counts;
  try {
    counts = JSON.parse(npm('audit', '--json')).metadata?.vulnerabilities;
  } catch {
    counts = undefined;
  }
  if (!counts) {
    console.error('The registry did not return vulnerabilities, so the packages were not checked. Try again later.');
    return 2;
  }
  console.log(
    Object.entries(counts)
      .map(([severity, count]) => `${count} ${severity}`)
      .join(', '),
  );
  return counts.high + counts.critical === 0 ? 0 : 1;
}

function sbom() {
  const text = npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx');
  const { components } = JSON.parse(text);
  const file = join(root, 'sbom.cdx.json');
  writeFileSync(file, text);
  console.log(`${components.length} components in sbom.cdx.json`);
  return 0;
}

function licences() {
  const packages = packagesOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const counts = new Map();
  for (const { license = 'none named' } of packages) counts.set(license, (counts.get(license) ?? 0) + 1);
  for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(5)}  ${licence}`);
  const refused = packages.filter(({ name, license }) => !isAllowed(name, license));
  for (const { name, license } of refused) console.error(`not allowed: ${name} (${license ?? 'none named'})`);
  return refused.length === 0 ? 0 : 1;
}

function production() {
  const servers = ['api', 'front-door'].flatMap((workspace) => ['--workspace', workspace]);
  const paths = npm('ls', '--package-lock-only', '--omit=dev', '--all', '--parseable', ...servers).split('\n');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // Workspaces are links, and not counted.
  const count = paths.filter((path) => packages[relative(root, path).replaceAll(sep, '/')]?.integrity).length;
  console.log(`${count} production packages of API and front door (at most ${MAX_PRODUCTION_PACKAGES})`);
  return count > 0 && count <= MAX_PRODUCTION_PACKAGES ? 0 : 1;
}

const commands = { audit, sbom, licences, production };
const command = commands[process.argv[2] ?? ''];
if (!command) console.error('Usage: node scripts/dependencies.mjs audit | sbom | licences | production');
process.exitCode = command ? command() : 2;
