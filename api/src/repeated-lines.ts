/** What a line says, as far as its kind goes. */
export interface Line {
  level: number;
  message: string;
  details: Record<string, unknown>;
}

export interface RepeatedLines {
  /** Whether to write a line; it is counted if not. */
  admits(line: Line): boolean;
  /** Writes what was left out so far. */
  flush(): void;
}

interface Options {
  /** writes that a kind of line was left out `count` times within `seconds` */
  report(line: Line, count: number, seconds: number): void;
  now?: () => number;
  /** calls back once after so many milliseconds, without keeping the process alive */
  later?: (ms: number, work: () => void) => void;
  limits?: Partial<typeof LIMITS>;
}

interface Kind {
  line: Line;
  since: number;
  written: number;
  leftOut: number;
}

const LIMITS = {
  windowMs: 60_000,
  /** lines of one kind that are written within the window */
  perWindow: 10,
  /** kinds told apart at once; what comes beyond that counts as one kind */
  kinds: 500,
};

/** The details that tell kinds of a line apart. None of them is a text that a visitor chooses. */
const DETAILS_OF_KIND = ['method', 'route', 'remote', 'release', 'version'];

/**
 * Leaves out lines that only repeat others, so that nobody fills the disk by causing one: of each kind the first few of a
 * minute are written, then their number. Kinds differ in level, message, route, kind of error and where it was thrown.
 */
export function limitRepeatedLines(options: Options): RepeatedLines {
  const { report, now = Date.now, later = laterByTimer } = options;
  const { windowMs, perWindow, kinds: mostKinds } = { ...LIMITS, ...options.limits };
  const kinds = new Map<string, Kind>();
  let isPlanned = false;

  function close(key: string, kind: Kind, at: number): void {
    kinds.delete(key);
    if (kind.leftOut > 0) report(kind.line, kind.leftOut, Math.round((at - kind.since) / 1000));
  }

  /** Ends the windows that are over. The oldest is the first. */
  function sweep(): void {
    const at = now();
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
      if ([...kinds.values()].some(({ leftOut }) => leftOut > 0)) plan();
    });
  }

  return {
    admits(line) {
      sweep();
      const own = kindOf(line);
      const key = kinds.has(own) || kinds.size < mostKinds ? own : `${line.level} others`;
      const kind = kinds.get(key);
      if (!kind) {
        kinds.set(key, { line, since: now(), written: 1, leftOut: 0 });
        return true;
      }
      if (kind.written < perWindow) {
        kind.written += 1;
        return true;
      }
      kind.leftOut += 1;
      plan();
      return false;
    },
    flush() {
      const at = now();
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

/** The line of code that made an error: most have no name of their own. A message, which may hold a visitor's text, is left out. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, stack = '' } = error;
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length);
  return /^ +at .*$/m.exec(frames)?.[0];
}
