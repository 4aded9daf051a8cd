import { withoutFormulas } from './inquiries-csv.js';

/** The rule by backtracking, which takes the square of the length. */
const SLOW_RULE = /(^|[;|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

const ALPHABET = [...`;|\t\r\n "'\u00a0,a=+-@\uff1d\uff0b`];

/** Returns texts of up to 14 characters that are the same in every run (a linear congruential generator). */
function sampleTexts(count: number): string[] {
  let state = 47;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return Array.from({ length: count }, () => Array.from({ length: next(15) }, () => ALPHABET[next(17)]).join(''));
}

describe('cells of the CSV', () => {
  it('ADM-INQ-1 marks the same places as the rule by backtracking', () => {
    const texts = sampleTexts(50_000);
    expect(texts.filter((text) => withoutFormulas(text) !== text.replace(SLOW_RULE, "$1$2'"))).toEqual([]);
  });

  it.each(['\n', ' ', '"', "'", ';', '|', '\t', '\r\n', '\n ', '"\n'])(
    'ADM-INQ-1 a run of a million times %j takes time by its length only',
    (part) => {
      const run = part.repeat(1_000_000);
      expect(withoutFormulas(`Hello${run}bye`) === `Hello${run}bye`).toBe(true);
      expect(withoutFormulas(`${run}=1`) === `${run}'=1`).toBe(true);
    },
  );
});
