/** Every unit and component test, by workspace. Browser journeys are in e2e/ (Playwright). */
const swc = (jsxImportSource) => ({
  transform: {
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
  transformIgnorePatterns: [
    '/node_modules/(?!(thumbhash|lucide-react|file-type|strtok3|token-types|@tokenizer|uint8array-extras|@borewit)/)',
  ],
  moduleNameMapper: {
    '^@godhuli/contracts/(.*)$': '<rootDir>/../packages/contracts/src/$1.ts',
    '^@godhuli/remote-kit/(.*)$': '<rootDir>/../packages/remote-kit/src/$1',
    '\\.css$': '<rootDir>/../scripts/jest/empty.cjs',
    '\\.(woff2|png|jpg|svg)$': '<rootDir>/../scripts/jest/file.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
});

const project = (name, folder, environment, jsxImportSource = '@emotion/react') => {
  const depth = folder.includes('/') ? '../..' : '..';
  const base = swc(jsxImportSource);
  const moduleNameMapper = Object.fromEntries(
    Object.entries(base.moduleNameMapper).map(([from, to]) => [from, to.replace('<rootDir>/..', `<rootDir>/${depth}`)]),
  );
  return {
    ...base,
    moduleNameMapper,
    displayName: name,
    rootDir: folder,
    testEnvironment: environment,
    testMatch: ['<rootDir>/**/*.test.{ts,tsx,mjs}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    ...(environment === 'jsdom' ? { setupFilesAfterEnv: [`<rootDir>/${depth}/scripts/jest/browser.ts`] } : {}),
  };
};

export default {
  projects: [
    project('contracts', 'packages/contracts', 'node'),
    project('remote-kit', 'packages/remote-kit', 'node', 'react'),
    project('api', 'api', 'node'),
    { ...project('shell', 'shell', 'jsdom'), roots: ['<rootDir>/src'] },
    { ...project('shell:server', 'shell', 'node'), roots: ['<rootDir>/server'] },
    project('public-site', 'public-site', 'jsdom'),
    project('admin-portal', 'admin-portal', 'jsdom'),
    project('legacy-admin', 'legacy-admin', 'jsdom'),
    project('scripts', 'scripts', 'node'),
  ],
};
