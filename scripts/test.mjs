/**
 * `npm test`: every test of the project, including the browser tests (RUN-2). Prints 'N passed, N failed' at the end; the exit
 * code is 0 only if none failed. Arguments after `--` choose one part: `npm test -- unit`, `npm test -- browser`.
 * `npm run test:faults` runs the fault tests in full volume, one after the other, and prints a table of what they found; with
 * `-- --host DIR` only those about remotes and releases, against the built host of another checkout.
 * `npm run test:security` runs the tests that prove SECURITY.md; `npm run test:browsers` those in Firefox and WebKit.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, installDebianPackages, isDebianRoot } from './find-browser.mjs';
import { root, setup } from './setup.mjs';
import { findPostgres, startPostgres } from './throw-away-postgres.mjs';

/** Runs a Node program in a folder of the project and shows its output. Returns its exit code. */
function run(program, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Reads the counts of a Jest run from its JSON. */
function jestResults(file) {
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failures = testResults.flatMap((suite) => {
    const failed = suite.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && suite.status === 'failed') return [`${suite.name}: ${suite.message}`];
    return failed.map((test) => `${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, failures };
}

/** Reads the counts of a Playwright run from its JSON. */
function playwrightResults(file) {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failures = suites
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .map(
      (spec) =>
        `${spec.file}: ${spec.title}\n${spec.tests
          .flatMap((test) => test.results)
          .flatMap((result) => result.errors)
          .map((error) => error.message)
          .join('\n')}`,
    );
  for (const spec of suites.flatMap(specsOf))
    if (spec.tests.some((test) => test.status === 'flaky')) console.log(`passed at the second try: ${spec.title}`);
  return {
    figures: suites.flatMap(specsOf).map((spec) => ({
      title: spec.title,
      result: spec.ok ? (spec.tests.every(({ status }) => status === 'skipped') ? 'skipped' : 'ok') : 'FAILED',
      seconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
      found: spec.tests.flatMap(({ annotations }) =>
        annotations.filter(({ type }) => type === 'figure').map(({ description }) => description),
      ),
    })),
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [...failures, ...errors.map((error) => error.message)],
  };
}

/** Reads a result file; a run without one counts as one failure. */
function counted(read, file, name) {
  try {
    return read(file);
  } catch {
    return { passed: 0, failed: 1, failures: [`${name} ended without a result`] };
  }
}

/** The tests that prove SECURITY.md. */
const SECURITY = [
  'packages/sandbox',
  'packages/release-gate',
  'api/src/commands',
  'api/src/security',
  'api/src/features',
  'api/src/create-app',
  'api/src/bad-input',
  'api/src/http',
];
const SECURITY_SPECS = ['e2e/sessions', 'e2e/public-page', 'e2e/payloads', 'e2e/faults/one-layer', 'e2e/start'];

async function unitTests(folder, databaseUrl, paths = []) {
  const file = join(folder, 'jest.json');
  await run(join(root, 'scripts', 'jest.mjs'), [...paths, '--json', `--outputFile=${file}`], {
    env: databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {},
  });
  return counted(jestResults, file, 'Jest');
}

async function browserTests(folder, databaseUrl, { specs = [], env = {} } = {}) {
  const file = join(folder, 'playwright.json');
  await run(join(root, 'node_modules', '@playwright', 'test', 'cli.js'), ['test', ...specs, '--reporter=list,json'], {
    cwd: join(root, 'e2e'),
    env: {
      CHROME_PATH: findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
  });
  return counted(playwrightResults, file, 'Playwright');
}

/** The faults of remotes and releases. */
const HOST_FAULTS = ['e2e/re[^/]*-faults', 'e2e/releases'];

/**
 * Runs every fault in full volume, with one worker because the tests measure times.
 * @param host folder of another checkout: runs only the faults about hosts, against its host
 */
async function faultTests(folder, databaseUrl, host) {
  const specs = [...(host ? [] : ['e2e/faults/', 'e2e/durability']), ...HOST_FAULTS, '--workers=1'];
  const env = { FAULTS: 'full', ...(host ? { HOST_CHECKOUT: host } : {}) };
  const result = await browserTests(folder, databaseUrl, { specs, env });
  console.log(
    `\n${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
  );
  for (const { title, result: outcome, seconds, found } of result.figures ?? []) {
    console.log(`${outcome.padEnd(7)} ${seconds.toFixed(0).padStart(4)} s  ${title}`);
    for (const line of found) console.log(`                ${line}`);
  }
  return result;
}

/** Runs the tests in Firefox and WebKit, after installing these browsers where that is possible. */
function otherBrowserTests(folder, databaseUrl) {
  if (isDebianRoot()) installDebianPackages('firefox-esr', 'webkit2gtk-driver', 'xvfb');
  return browserTests(folder, databaseUrl, { specs: ['e2e/other-browsers'] });
}

async function postgres() {
  if (!findPostgres() && isDebianRoot()) installDebianPackages('postgresql');
  // No test crashes this cluster, and each database of a test would wait for the disk. Tests of durability start their own.
  const cluster = await startPostgres({ settings: '-c fsync=off' });
  if (cluster) return cluster;
  console.log('No Postgres on this machine: the tests that need one are skipped (on CI they fail).');
  return null;
}

setup();
const { values, positionals: parts } = parseArgs({ options: { host: { type: 'string' } }, allowPositionals: true });
const wanted = (part) => parts.length === 0 || parts.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'godhuli-test-'));
const results = [];
let cluster = null;
try {
  cluster = await postgres();
  if (wanted('unit')) results.push(await unitTests(folder, cluster?.url));
  if (wanted('browser')) results.push(await browserTests(folder, cluster?.url));
  else if (wanted('browsers')) results.push(await otherBrowserTests(folder, cluster?.url));
  else if (wanted('security')) {
    process.env.FORM_BURST ??= '1000';
    process.env.FLOOD_ROWS ??= '110000';
    results.push(
      await unitTests(folder, cluster?.url, [...SECURITY, 'scripts/dependencies', 'front-door/src', 'packages/server']),
    );
    results.push(await browserTests(folder, cluster?.url, { specs: SECURITY_SPECS }));
  } else if (wanted('faults'))
    results.push(await faultTests(folder, cluster?.url, values.host && resolve(values.host)));
} catch (error) {
  results.push({ passed: 0, failed: 1, failures: [String(error.message)] });
} finally {
  cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of results.flatMap((result) => result.failures)) console.log(`\nfailed: ${failure}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
