import { createLogger } from './logger.js';
import { type Line, limitRepeatedLines } from './repeated-lines.js';

/** A logger whose lines a test reads. */
function setUp() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (text) => void lines.push(JSON.parse(text)) });
  return { logger, lines, messages: () => lines.map(({ msg }) => msg) };
}

/** The limit alone, with its clock and its timer in the test's hand. */
function setUpLimit(limits = {}) {
  let now = 0;
  let due: (() => void) | undefined;
  const reports: string[] = [];
  const repeated = limitRepeatedLines({
    report: ({ message }, count, seconds) => void reports.push(`${message}: ${count} in ${seconds} s`),
    elapsed: () => now,
    later: (_ms, work) => {
      due = work;
    },
    limits,
  });
  const line = (message: string, details = {}): Line => ({ level: 50, message, details });
  const write = (count: number, each: (number: number) => Line) =>
    Array.from({ length: count }, (_, number) => repeated.admits(each(number))).filter(Boolean).length;
  const pass = (ms: number) => {
    now += ms;
    due?.();
  };
  return { repeated, reports, line, write, pass };
}

it('writes the first of a line, then says how many more there were, whatever path a visitor chose', () => {
  const { logger, lines, messages } = setUp();
  for (let number = 0; number < 1244; number += 1)
    logger.error({ err: new Error(`no ${number}`), route: '/api/x/:id', path: `/api/x/${number}` }, 'request failed');
  logger.error({ err: new TypeError('no'), route: '/api/x/:id', path: '/api/x/1' }, 'request failed');
  logger.error({ route: '/api/y', path: '/api/y' }, 'request failed');
  logger.warn({ route: '/api/x/:id' }, 'request failed');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toMatchObject({ level: 50, msg: 'request failed', path: '/api/x/0', err: { message: 'no 0' } });
  process.emit('exit', 0);
  expect(messages().at(-1)).toMatch(/^request failed \(and 1,234 more in the last \d+ s\)$/);
  expect(lines.at(-1)).toMatchObject({ level: 50, repeated: 1234 });
});

it('writes a line again after a minute, even if the clock steps back', () => {
  const elapsed = jest.spyOn(performance, 'now').mockReturnValue(1000);
  const date = jest.spyOn(Date, 'now').mockReturnValue(4_000_000);
  try {
    const { logger, messages } = setUp();
    for (let number = 0; number < 30; number += 1) logger.warn({}, 'no');
    expect(messages()).toHaveLength(10);
    date.mockReturnValue(400_000);
    elapsed.mockReturnValue(61_000);
    logger.warn({}, 'no');
    expect(messages().slice(10)).toEqual([expect.stringMatching(/20 more in the last 60 s/), 'no']);
  } finally {
    elapsed.mockRestore();
    date.mockRestore();
  }
});

it('distinguishes errors of one route by where they were thrown, not by their messages', () => {
  const { logger, messages } = setUp();
  const fail = (err: Error) => logger.error({ err, route: '/api/x/:id' }, 'request failed');
  for (let number = 0; number < 30; number += 1) fail(new Error(`flood ${number}\n    at visitor (${number})`));
  expect(messages()).toHaveLength(10);
  fail(new Error('the disk is full'));
  expect(messages()).toHaveLength(11);
});

it('leaves no secret of the database in a line, and no path as long as a head', () => {
  const { logger, lines } = setUp();
  logger.error(
    { err: Object.assign(new Error('refused'), { detail: 'a row' }), path: `/${'x'.repeat(9000)}` },
    'failed',
  );
  logger.fatal('fatal');
  logger.info(new Error('alone'));
  expect(JSON.stringify(lines[0])).not.toContain('a row');
  expect(String(lines[0]?.path)).toHaveLength(300);
  expect(lines.map(({ msg }) => msg)).toEqual(['failed', 'fatal', 'alone']);
});

it('never leaves out a line that ends the process', () => {
  const { logger, lines } = setUp();
  for (let number = 0; number < 100; number += 1) logger.fatal({ number }, 'gone');
  expect(lines).toHaveLength(100);
});

it('counts anew each minute, and reports what was left out without another line', () => {
  const { write, line, pass, reports } = setUpLimit();
  expect(write(100, () => line('a'))).toBe(10);
  pass(60_000);
  expect(reports).toEqual(['a: 90 in 60 s']);
  expect(write(5, () => line('a'))).toBe(5);
  pass(60_000);
  expect(reports).toHaveLength(1);
});

it('distinguishes a bounded number of kinds; the rest counts as one', () => {
  const { write, line, pass, reports } = setUpLimit({ kinds: 20 });
  expect(write(1000, (number) => line(`made up ${number}`))).toBe(30);
  pass(60_000);
  expect(reports).toHaveLength(1);
  expect(write(1, () => line('after'))).toBe(1);
});
