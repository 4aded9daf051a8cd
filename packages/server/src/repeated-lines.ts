/** The parts of a log line that tell its kind. */
export interface Line {
  level: number;
  message: string;
  details: Record<string, unknown>;
}

interface Options {
  /** writes that a kind of line was omitted `count` times within `seconds` */
  report(line: Line, count: number, seconds: number): void;
  /** milliseconds; never steps back */
  elapsed?: () => number;
  /** calls back once after `ms` milliseconds, without keeping the process alive */
  later?: (ms: number, work: () => void) => void;
  limits?: Partial<typeof LIMITS>;
}

interface Kind {
  line: Line;
  since: number;
  written: number;
  omitted: number;
}

const LIMITS = {
  windowMs: 60_000,
  /** lines of one kind that are written within the window */
  perWindow: 10,
  /** kinds counted separately; all others count as one kind */
  kinds: 500,
};

/** The details that distinguish kinds of a line. No visitor can choose their text. */
const DETAILS_OF_KIND = ['method', 'route', 'remote', 'release', 'version'];

/**
 * Omits repeated lines, so that no visitor can fill the disk by causing one: the first few of each kind and minute are
 * written, then their number. Kinds differ in level, message, route, error class and where the error was thrown.
 */
export function limitRepeatedLines(options: Options) {
  const { report, elapsed = () => performance.now(), later = laterByTimer } = options;
  const { windowMs, perWindow, kinds: mostKinds } = { ...LIMITS, ...options.limits };
  const kinds = new Map<string, Kind>();
  let isPlanned = false;

  function close(key: string, kind: Kind, at: number): void {
    kinds.delete(key);
    if (kind.omitted > 0) report(kind.line, kind.omitted, Math.round((at - kind.since) / 1000));
  }

  /** Closes the windows that have ended. The oldest is the first. */
  function sweep(): void {
    const at = elapsed();
    for (const [key, kind] of kinds) {
      if (at - kind.since < windowMs) break;
      close(key, kind, at);
    }
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    later(windowMs, () => {
      isPlanned = false;
      sweep();
      if ([...kinds.values()].some(({ omitted }) => omitted > 0)) plan();
    });
  }

  return {
    /** Returns whether to write a line; otherwise the line is counted. */
    admits(line: Line): boolean {
      sweep();
      const own = kindOf(line);
      const key = kinds.has(own) || kinds.size < mostKinds ? own : `${line.level} others`;
      const kind = kinds.get(key);
      if (!kind) {
        kinds.set(key, { line, since: elapsed(), written: 1, omitted: 0 });
        return true;
      }
      if (kind.written < perWindow) {
        kind.written += 1;
        return true;
      }
      kind.omitted += 1;
      plan();
      return false;
    },
    /** Writes the counts of all omitted lines. */
    flush(): void {
      const at = elapsed();
      for (const [key, kind] of kinds) close(key, kind, at);
    },
  };
}

const laterByTimer = (ms: number, work: () => void) => void setTimeout(work, ms).unref();

function kindOf({ level, message, details }: Line): string {
  const { name, code } = (details.err ?? {}) as { name?: unknown; code?: unknown };
  const parts = [...DETAILS_OF_KIND.map((each) => details[each]), name, code, placeOf(details.err)];
  return [level, message, ...parts].map((part) => String(part ?? '').slice(0, 200)).join('\n');
}

/** Returns the line of code that created an error, without its message, which may contain a visitor's text. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, stack = '' } = error;
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return /^ +at .*$/m.exec(frames)?.[0];
}
