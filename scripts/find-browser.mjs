/** Finds a Chromium for the browser tests: CHROME_PATH, an installed Chrome or Chromium, Playwright's own, Debian's package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function installed() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...PLACES].find((path) => existsSync(path)) ?? null;
}

function ofPlaywright() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

/** Returns whether this is Debian and we are root, so that packages can be installed. */
export function isDebianRoot() {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && spawnSync('apt-get', ['--version']).status === 0
  );
}

/** Installs Debian packages. @throws Error if apt-get fails */
export function installDebianPackages(...packages) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  console.log(`> Installing ${packages.join(', ')} with apt-get`);
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  } catch {
    execFileSync('apt-get', ['update'], options);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  }
}

/** Returns the path of a browser. @throws Error that says what to install */
export function findBrowser() {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (existsSync(CHROME_PATH)) return CHROME_PATH;
    throw new Error(`CHROME_PATH: ${CHROME_PATH} does not exist.`);
  }
  const found = installed() ?? ofPlaywright();
  if (found) return found;
  if (isDebianRoot()) {
    installDebianPackages('chromium');
    const now = installed();
    if (now) return now;
  }
  throw new Error('The browser tests need Chrome or Chromium. Install one, or set CHROME_PATH.');
}
