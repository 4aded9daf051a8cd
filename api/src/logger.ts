import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on standard error; standard output belongs to what `npm start` says to people. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
