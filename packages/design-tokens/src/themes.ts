import { contrastOf } from './contrast.js';

/** Accent colours: bright ones for dark backgrounds, deep ones for light backgrounds and the coloured section. */
const ACCENTS = {
  maroon: {
    bright: { 300: '#edc77f', 400: '#e2ae52', 500: '#cb9033', 700: '#80530c' },
    deep: { 600: '#86263a', 700: '#6a1a2b', 800: '#521422', 900: '#3a0f1a', 950: '#2b0a13' },
    raised: '#4a1723',
    muted: '#d8bfb4',
    border: '#5a1523',
  },
  peacock: {
    bright: { 300: '#9fe0d3', 400: '#6cc7b6', 500: '#3f9e8d', 700: '#0d5f56' },
    deep: { 600: '#1c5c66', 700: '#0f4650', 800: '#0b3840', 900: '#08282e', 950: '#051c21' },
    raised: '#0f3840',
    muted: '#b9d2d0',
    border: '#0f4650',
  },
  plum: {
    bright: { 300: '#e3b8dd', 400: '#d192c8', 500: '#b06aa6', 700: '#73306a' },
    deep: { 600: '#6a2f6b', 700: '#532254', 800: '#411a43', 900: '#2d122f', 950: '#1f0c21' },
    raised: '#3d1a40',
    muted: '#d6c2d8',
    border: '#532254',
  },
  leaf: {
    bright: { 300: '#cfdc8f', 400: '#b5c665', 500: '#8f9f3c', 700: '#52600f' },
    deep: { 600: '#3a5a2c', 700: '#2c4722', 800: '#22381a', 900: '#182812', 950: '#101c0c' },
    raised: '#22371b',
    muted: '#c6d1b9',
    border: '#2c4722',
  },
} as const;

/** Ink and paper, and the greys of each tone. */
const NEUTRALS = {
  warm: {
    ink: { 500: '#655b4e', 700: '#3a332a', 800: '#27221c', 850: '#1f1b17', 900: '#181512', 950: '#100e0c' },
    paper: { 0: '#fffdf9', 50: '#faf6ee', 100: '#f2ebde', 200: '#e7ddcb', 300: '#dcd1bf', 500: '#8b7d69' },
    ivory: '#f7f1e6',
    text: '#1a1612',
    sand: { muted: '#5e5548', rule: '#d5c9b4', ruleStrong: '#85775f' },
    inkMuted: '#b8ad9b',
  },
  cool: {
    ink: { 500: '#515c6c', 700: '#313946', 800: '#212730', 850: '#191d23', 900: '#12151a', 950: '#0c0e11' },
    paper: { 0: '#fdfeff', 50: '#f4f6f9', 100: '#e9edf2', 200: '#d9e0e8', 300: '#cad3de', 500: '#74808f' },
    ivory: '#eef2f7',
    text: '#14171c',
    sand: { muted: '#4d5866', rule: '#c2ccd8', ruleStrong: '#6f7b8a' },
    inkMuted: '#a7b1be',
  },
  stone: {
    ink: { 500: '#5c5c59', 700: '#383836', 800: '#252524', 850: '#1d1d1c', 900: '#161616', 950: '#0f0f0f' },
    paper: { 0: '#ffffff', 50: '#f7f7f5', 100: '#eeeeeb', 200: '#e0e0dc', 300: '#d3d3ce', 500: '#82827c' },
    ivory: '#f4f4f1',
    text: '#171716',
    sand: { muted: '#575754', rule: '#cdcdc7', ruleStrong: '#7c7c76' },
    inkMuted: '#b0b0ab',
  },
} as const;

/** The names in quotes are web fonts of fonts.css; what follows is shown until they have loaded. */
const DISPLAY_FONTS = {
  playfair: '"Playfair", "Playfair Times", "Playfair Noto", "Playfair DejaVu", Georgia, serif',
  lora: '"Lora", "Playfair", Georgia, "Times New Roman", serif',
  montserrat: '"Montserrat", "Inter", "Inter Arial", Arial, sans-serif',
} as const;
const TEXT_FONTS = {
  inter:
    '"Inter", "Inter Arial", "Inter Roboto", "Inter DejaVu", system-ui, -apple-system, "Segoe UI", Arial, sans-serif',
  'open-sans': '"Open Sans", "Inter", "Inter Arial", Arial, sans-serif',
} as const;

export interface ThemeChoice {
  accent: keyof typeof ACCENTS;
  neutral: keyof typeof NEUTRALS;
  display_font: keyof typeof DISPLAY_FONTS;
  text_font: keyof typeof TEXT_FONTS;
}

/** The theme of tokens.css. */
export const DEFAULT_THEME: ThemeChoice = {
  accent: 'maroon',
  neutral: 'warm',
  display_font: 'playfair',
  text_font: 'inter',
};

/** The colours of one tone of the page, by role. */
interface Tone {
  bg: string;
  'bg-raised': string;
  fg: string;
  'fg-muted': string;
  'rule-strong': string | null;
  'accent-fg': string;
  accent: string;
  'on-accent': string;
  'accent-hover': string;
  focus: string;
}
export type Tones = Readonly<Record<'paper' | 'sand' | 'ink' | 'maroon', Tone>>;

/** Returns the colours of a theme by tone. Rules of the dark tones are translucent: null. */
export function tonesOf({ accent, neutral }: Pick<ThemeChoice, 'accent' | 'neutral'>): Tones {
  const { bright, deep, raised, muted } = ACCENTS[accent];
  const { ink, paper, ivory, text, sand, inkMuted } = NEUTRALS[neutral];
  const light = {
    ...{ fg: text, 'accent-fg': deep[700], accent: ink[950], 'on-accent': ivory },
    ...{ 'accent-hover': deep[700], focus: deep[700] },
  };
  const dark = {
    ...{ fg: ivory, 'rule-strong': null, 'accent-fg': bright[400], accent: bright[400], 'on-accent': ink[950] },
    ...{ 'accent-hover': bright[300], focus: bright[300] },
  };
  return {
    paper: { ...light, bg: paper[50], 'bg-raised': paper[0], 'fg-muted': ink[500], 'rule-strong': paper[500] },
    sand: { ...light, bg: paper[100], 'bg-raised': paper[50], 'fg-muted': sand.muted, 'rule-strong': sand.ruleStrong },
    ink: { ...dark, bg: ink[950], 'bg-raised': ink[850], 'fg-muted': inkMuted },
    maroon: { ...dark, bg: deep[900], 'bg-raised': raised, 'fg-muted': muted },
  };
}

const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;
/** What is shown on what, with the contrast that WCAG 2.2 AA asks for. */
const PAIRS: readonly [keyof Tone, keyof Tone, number][] = [
  ...(['fg', 'fg-muted', 'accent-fg'] as const).flatMap((text) =>
    (['bg', 'bg-raised'] as const).map((ground): [keyof Tone, keyof Tone, number] => [text, ground, TEXT_CONTRAST]),
  ),
  ['on-accent', 'accent', TEXT_CONTRAST],
  ['on-accent', 'accent-hover', TEXT_CONTRAST],
  ['rule-strong', 'bg', CONTROL_CONTRAST],
  ['focus', 'bg', CONTROL_CONTRAST],
  ['focus', 'bg-raised', CONTROL_CONTRAST],
];

/** Returns the pairs of colours that are too hard to tell apart: 'ink: fg-muted on bg has 3.1, needs 4.5'. */
export function contrastProblems(tones: Tones): string[] {
  return Object.entries(tones).flatMap(([name, tone]) =>
    PAIRS.flatMap(([front, ground, needed]) => {
      const [one, other] = [tone[front], tone[ground]];
      const contrast = one === null || other === null ? needed : contrastOf(one, other);
      return contrast < needed ? [`${name}: ${front} on ${ground} has ${contrast.toFixed(2)}, needs ${needed}`] : [];
    }),
  );
}

const escaped = (colour: string) => colour.replace('#', '%23');

/** Returns the woven border (see tokens.css) in other colours. */
function zari(border: string, line: string, dot: string): string {
  const [ground, thread, bead] = [border, line, dot].map(escaped);
  const circle = (x: number) => `%3Ccircle cx='${x}' cy='5.600' r='1.250' fill='${bead}'/%3E`;
  return (
    `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='16'%3E%3Cpath fill='${ground}' d='M0 0h24v16H0z'/%3E` +
    `%3Cpath fill='${thread}' shape-rendering='crispEdges' d='M0 1h24v1H0zM0 14h24v1H0z'/%3E%3Cpath fill='${thread}' d='M0 12.2 6 5l6 7.2 6-7.2 6 7.2V13H0z'/%3E` +
    `%3Cpath fill='${ground}' d='M3.7 13 6 10.2 8.300 13zM15.7 13 18 10.2 20.300 13z'/%3E${circle(12)}${circle(0)}${circle(24)}%3C/svg%3E") repeat-x 0 0 / 24px 16px`
  );
}

const rule = (selector: string, values: Readonly<Record<string, string>>) =>
  `${selector}{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;
const scale = (name: string, steps: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(steps).map(([step, colour]) => [`${name}-${step}`, colour]));

const withFamily = (families: string, second: string | undefined) =>
  second === undefined ? families : families.replace(',', `, "${second}",`);

/**
 * Returns the styles that turn tokens.css into a theme; '' for the default one. Every value is from this file: the choice
 * only selects, and an unknown one counts as the default.
 * @param otherScript families for another script than Latin, which follow the first one of the theme
 */
export function themeStyles(
  choice: Partial<Record<keyof ThemeChoice, string>>,
  otherScript: { display?: string; text?: string } = {},
): string {
  const known = <K extends string>(all: Readonly<Record<K, unknown>>, value: string | undefined, fallback: K): K =>
    value !== undefined && Object.hasOwn(all, value) ? (value as K) : fallback;
  const accent = known(ACCENTS, choice.accent, 'maroon');
  const neutral = known(NEUTRALS, choice.neutral, 'warm');
  const display = known(DISPLAY_FONTS, choice.display_font, 'playfair');
  const text = known(TEXT_FONTS, choice.text_font, 'inter');
  const root: Record<string, string> = {};
  const rules: string[] = [];
  if (accent !== DEFAULT_THEME.accent) {
    const { bright, deep, raised, muted, border } = ACCENTS[accent];
    Object.assign(root, scale('gold', bright), scale('maroon', deep), { zari: zari(border, bright[400], bright[300]) });
    rules.push(rule('[data-tone="maroon"]', { 'bg-raised': raised, 'fg-muted': muted }));
  }
  if (neutral !== DEFAULT_THEME.neutral) {
    const { ink, paper, ivory, text: fg, sand, inkMuted } = NEUTRALS[neutral];
    Object.assign(root, scale('ink', ink), scale('paper', paper), { ivory });
    const sandRule = { rule: sand.rule, 'rule-strong': sand.ruleStrong };
    rules.push(
      rule(':root,[data-tone="paper"]', { fg }),
      rule('[data-tone="sand"]', { fg, 'fg-muted': sand.muted, ...sandRule }),
      rule('[data-tone="ink"]', { 'fg-muted': inkMuted }),
    );
  }
  if (display !== DEFAULT_THEME.display_font)
    root['font-display'] = withFamily(DISPLAY_FONTS[display], otherScript.display);
  if (text !== DEFAULT_THEME.text_font) root['font-text'] = withFamily(TEXT_FONTS[text], otherScript.text);
  return (Object.keys(root).length > 0 ? rule(':root', root) : '') + rules.join('');
}
