import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCENTS, DISPLAY_FONTS, NEUTRALS, TEXT_FONTS } from '../../contracts/src/theme.js';
import { contrastOf } from './contrast.js';
import { contrastProblems, DEFAULT_THEME, themeStyles, tonesOf } from './themes.js';

const CSS = readFileSync(join(__dirname, '../tokens.css'), 'utf8');
const colours = ACCENTS.flatMap((accent) => NEUTRALS.map((neutral) => ({ accent, neutral })));

it('SET-THEME-2 contrast is that of WCAG 2.2', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#777777', '#ffffff')).toBe(contrastOf('#ffffff', '#777777'));
});

it.each(colours)('SET-THEME-2 every text and control passes AA in every tone: $accent, $neutral', (choice) => {
  expect(contrastProblems(tonesOf(choice))).toEqual([]);
});

it('SET-THEME-2 a pair that is too hard to read is named with its contrast', () => {
  const tones = tonesOf(DEFAULT_THEME);
  const pale = { ...tones, ink: { ...tones.ink, 'fg-muted': '#55504a' } };
  expect(contrastProblems(pale)).toEqual([
    expect.stringMatching(/^ink: fg-muted on bg has \d\.\d\d, needs 4\.5$/),
    expect.stringMatching(/^ink: fg-muted on bg-raised has \d\.\d\d, needs 4\.5$/),
  ]);
});

it('ADM-SHELL-1 the dark theme of the portal changes colours alone, so that its layout is that of the light one', () => {
  const [, dark = ''] = /\[data-theme="dark"\] \{([^}]*)\}/.exec(CSS) ?? [];
  const others = dark.split(';').filter((line) => !/^\s*(color-scheme: dark|--a-[a-z-]+: .*)?\s*$/.test(line));
  expect({ length: dark.length > 500, others }).toEqual({ length: true, others: [] });
  expect(CSS.match(/data-theme/g)).toHaveLength(1);
});

it('SET-THEME-1 the default theme is what tokens.css says, and adds nothing', () => {
  expect(themeStyles({})).toBe('');
  expect(themeStyles(DEFAULT_THEME)).toBe('');
  const raw = Object.fromEntries(
    [...CSS.matchAll(/^ {2}--([a-z]+-?\d*): (#[0-9a-f]{6});$/gm)].map(([, name, value]) => [name, value]),
  );
  const resolve = (value: string) => raw[/^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1] ?? ''] ?? value;
  for (const [name, tone] of Object.entries(tonesOf(DEFAULT_THEME))) {
    const block = new RegExp(`\\[data-tone="${name}"\\] \\{([^}]*)\\}`).exec(CSS)?.[1] ?? '';
    for (const [role, colour] of Object.entries(tone)) {
      const written = new RegExp(`--${role}: ([^;]+);`).exec(block)?.[1] ?? '';
      if (colour !== null) expect({ name, role, colour: resolve(written) }).toEqual({ name, role, colour });
    }
  }
});

it.each([...DISPLAY_FONTS, ...TEXT_FONTS])('SET-THEME-3 the font %s ships with the site', (font) => {
  const styles = DISPLAY_FONTS.includes(font as 'lora')
    ? themeStyles({ display_font: font })
    : themeStyles({ text_font: font });
  const family =
    /--font-(?:display|text):"([^"]+)"/.exec(styles)?.[1] ?? { playfair: 'Playfair', inter: 'Inter' }[font as 'inter'];
  const file = new RegExp(`font-family: "${family}";\\s*src: url\\("([^"]+)"\\)`).exec(CSS)?.[1] ?? 'none';
  expect(existsSync(join(__dirname, '..', file))).toBe(true);
});

it('SET-THEME-1 an unknown choice counts as the default and never becomes CSS', () => {
  const hostile = ['red', '}*{}', '__proto__', 'constructor', 'toString', '</style>'];
  for (const text of hostile)
    expect(themeStyles({ accent: text, neutral: text, display_font: text, text_font: text })).toBe('');
});
