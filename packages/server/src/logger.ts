import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { type Line, limitRepeatedLines } from './repeated-lines.js';

export type { Logger };

/** Fields of database errors with stored values: the rejected row (Postgres), the parameters of the statement (PGlite). */
const REDACTED = ['err.detail', 'err.params'];
/** A path may be as long as a request's head. */
const LONGEST_PATH = 300;
/** The address of a calendar subscription is a secret. */
const SECRET_PATH = /^\/api\/calendar\/[\w-]{43}/;
const FATAL = 60;

/**
 * Returns a logger of JSON lines on standard error, without stored values; standard output is for the messages of `npm start`.
 * A repeated line is written a few times a minute, then only counted.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const repeated = limitRepeatedLines({
    report: ({ level: of, message }, count, seconds) =>
      write(
        of,
        { repeated: count, seconds },
        `${message} (and ${count.toLocaleString('en')} more in the last ${seconds} s)`,
      ),
  });
  // A separate logger, so that its lines are not counted again.
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: REDACTED, remove: true },
    serializers: { path: (path: unknown) => (typeof path === 'string' ? shownPath(path) : path) },
  };
  const plain = pino(options, destination);
  function write(of: number, details: object, message: string): void {
    const name = plain.levels.labels[of] as 'info' | 'warn' | 'error' | undefined;
    if (name !== undefined) plain[name](details, message);
  }
  let isFlushedAtExit = false;
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method, of) {
      if (of >= FATAL || repeated.admits(lineOf(args, of))) return method.apply(this, args);
      if (isFlushedAtExit) return;
      isFlushedAtExit = true;
      process.once('exit', repeated.flush);
    },
  };
  return pino({ ...options, hooks }, destination);
}

const shownPath = (path: string) => path.replace(SECRET_PATH, '/api/calendar/[secret]').slice(0, LONGEST_PATH);

/** A line as pino is called: `(details, message)`, `(error)` or `(message)`. */
function lineOf([first, message]: unknown[], level: number): Line {
  if (first instanceof Error)
    return { level, message: typeof message === 'string' ? message : first.message, details: { err: first } };
  if (typeof first === 'object' && first !== null)
    return { level, message: String(message ?? ''), details: first as Record<string, unknown> };
  return { level, message: String(first), details: {} };
}
