import type { ChildProcess } from 'node:child_process';

/** A busy machine is slow; a passing test never waits for this. */
export const ANSWER_MS = 60_000;

/** A browser besides Chromium, by W3C WebDriver. */
export interface OtherBrowser {
  goTo(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** @returns what the function returns in the page, which must be JSON */
  evaluate<T, A>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** real input: the actions of WebDriver, which are the same in both protocols */
  perform(actions: readonly object[]): Promise<void>;
  /** errors of the console and of scripts; null where the browser does not report them */
  errors: readonly string[] | null;
  close(): Promise<void>;
}

/** The source of a function with its argument, as an expression. */
export const callOf = <A>(run: (argument: A) => unknown, argument: A) => `(${run})(${JSON.stringify(argument) ?? ''})`;

/** Waits for what a program prints. @throws Error when it ends, or after `ANSWER_MS` */
export function printed(program: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => reject(new Error(`no ${pattern} in: ${output}`)), ANSWER_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = pattern.exec(output);
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    program.stdout?.on('data', read);
    program.stderr?.on('data', read);
    program.once('error', fail);
    program.once('exit', () => fail(new Error(`ended early: ${output}`)));
  });
}
