/** Every unit and component test, by workspace. Browser journeys are in e2e/ (Playwright). */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * @param name what `--selectProjects` takes
 * @param folder the workspace
 * @param environment 'node', or 'jsdom' for what runs in a browser
 */
const project = (name, folder, environment, jsxImportSource = '@emotion/react') => ({
  displayName: name,
  rootDir: join(root, folder),
  testEnvironment: environment,
  testMatch: ['<rootDir>/**/*.test.{ts,tsx,mjs}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '\\.css$': join(root, 'scripts/jest/text.cjs'),
    '^.+\\.(t|j)sx?$|\\.mjs$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: jsxImportSource } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Packages that ship ES modules alone are compiled like our own source.
  transformIgnorePatterns: ['/node_modules/(?!(thumbhash|lucide-react|p-limit|p-timeout|photoswipe|yocto-queue)/)'],
  moduleNameMapper: {
    '^@godhuli/contracts/(.*)$': join(root, 'packages/contracts/src/$1.ts'),
    '^@godhuli/design-tokens/logo-mark$': join(root, 'packages/design-tokens/src/logo-mark.tsx'),
    '^@godhuli/design-tokens/themes$': join(root, 'packages/design-tokens/src/themes.ts'),
    '^@godhuli/remote-kit/(.*)$': join(root, 'packages/remote-kit/src/$1'),
    '^@godhuli/release-gate/(.*)$': join(root, 'packages/release-gate/src/$1'),
    '^@godhuli/sandbox/(.*)$': join(root, 'packages/sandbox/src/$1'),
    '^@godhuli/server/(.*)$': join(root, 'packages/server/src/$1'),
    '^(.*\\.css)\\?inline$': '$1',
    '\\.css$': join(root, 'scripts/jest/empty.cjs'),
    '\\.(woff2|png|jpg|svg|json\\?url)$': join(root, 'scripts/jest/file.cjs'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  ...(environment === 'jsdom' ? { setupFilesAfterEnv: [join(root, 'scripts/jest/browser.ts')] } : {}),
});

export default {
  // A busy machine is slow; a passing test never waits for this.
  testTimeout: 60_000,
  // Jest leaves one core to others; on two cores that would be half of the machine.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  projects: [
    project('contracts', 'packages/contracts', 'node'),
    project('design-tokens', 'packages/design-tokens', 'node'),
    project('remote-kit', 'packages/remote-kit', 'node', 'react'),
    project('sandbox', 'packages/sandbox', 'node'),
    project('server', 'packages/server', 'node'),
    project('release-gate', 'packages/release-gate', 'node'),
    { ...project('api', 'api', 'node'), globalSetup: join(root, 'scripts/jest/build-forked-programs.mjs') },
    project('shell', 'shell', 'jsdom'),
    project('front-door', 'front-door', 'node'),
    project('public-site', 'public-site', 'jsdom', 'react'),
    project('admin-portal', 'admin-portal', 'jsdom'),
    project('legacy-admin', 'legacy-admin', 'jsdom'),
    project('scripts', 'scripts', 'node'),
  ],
};
