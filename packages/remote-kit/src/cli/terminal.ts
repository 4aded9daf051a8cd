/** Where a command writes, and what it reads from its process. */
export interface Terminal {
  /** results: standard output */
  out(text: string): void;
  /** progress and failures: standard error */
  progress(text: string): void;
  env: Readonly<Record<string, string | undefined>>;
  folder: string;
}

export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  env: process.env,
  folder: process.cwd(),
};

/** A command that failed. `exitCode` 1: refused or failed; 2: wrong usage; 3: the installation cannot be reached or is busy: try again. */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
    /** what `--json` prints */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** Returns rows below a header, with aligned columns, as plain text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** Returns a size for people: '312 KB', '1.4 MB'. */
export function readableSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
