import '@testing-library/jest-dom';
import { configure } from '@testing-library/dom';

// A busy machine is slow; it compiles for seconds what a test imports late. A passing test never waits for this.
configure({ asyncUtilTimeout: 20_000 });

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
