import '@testing-library/jest-dom';

/** An unexpected console error or warning fails the test; a test that expects one replaces the spy itself. */
let unexpected: string[] = [];
beforeEach(() => {
  unexpected = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      unexpected.push(`console.${level}: ${args.map(String).join(' ')}`);
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  if (unexpected.length > 0) throw new Error(`unexpected ${unexpected.join('\n')}`);
});
