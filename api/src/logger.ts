import { type Logger, pino } from 'pino';

export type { Logger };

/** What database errors quote: the refused row (Postgres), the values of the statement (PGlite). */
const QUOTED = ['err.detail', 'err.params'];

/** JSON lines on standard error, without stored values; standard output belongs to what `npm start` says to people. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, redact: { paths: QUOTED, remove: true } },
    pino.destination({ dest: 2, sync: true }),
  );
}
