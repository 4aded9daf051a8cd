import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.mjs';

/** Flags that turn off Chromium's own network requests. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Also for the tests that launch a browser of their own.
process.env.CHROME_PATH ??= findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // Generous, because a busy machine may be slow. A passing test never waits for these.
  timeout: process.env.FAULTS === 'full' ? 1_800_000 : 600_000,
  // On CI a failed test runs once more; the report lists these tests.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 30_000 },
  globalSetup: './product/make-template.ts',
  reporter: 'list',
  use: {
    launchOptions: { executablePath: process.env.CHROME_PATH, args: CHROMIUM_FLAGS },
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    trace: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
});
