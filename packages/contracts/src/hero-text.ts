/**
 * Where the hero's text is and what darkens the photo behind it, as numbers: the API measures with them whether a photo can
 * carry the text. hero.css is what visitors see; a test of public-site compares both. px and shares of the window.
 */

/** Incremented when anything below changes, so that photos are measured again. */
export const HERO_STYLES_EDITION = 1;

/** The colour of the scrim, sRGB. */
export const SCRIM_COLOR = [16, 14, 12] as const;
const IVORY = [247, 241, 230] as const;
const GOLD = [237, 199, 127] as const;

/** A linear gradient of the scrim: from where to where, and its alpha by position in px or as a share of the window. */
export interface ScrimLayer {
  towards: 'down' | 'up' | 'right';
  stops: readonly (readonly [at: number, alpha: number])[];
}

/** A box of text: its colour (sRGB), and its edges in px of the window. `heading` is large text (WCAG 2). */
export interface TextBox {
  kind: 'heading' | 'body';
  color: readonly number[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An ellipse around the heading, darkest in its centre: alpha by share of the way to its edge. */
export interface ScrimGlow {
  x: number;
  y: number;
  radiusX: number;
  radiusY: number;
  stops: readonly (readonly [at: number, alpha: number])[];
}

export interface HeroPlace {
  /** px */
  window: { width: number; height: number };
  /** all are painted over each other; positions in px */
  scrim: readonly ScrimLayer[];
  glow: ScrimGlow | null;
  text: readonly TextBox[];
}

const share = (of: number, stops: readonly (readonly [number, number])[]) =>
  stops.map(([at, alpha]) => [at * of, alpha] as const);

/** The hero in a window of a computer and in one of a phone. */
export const HERO_PLACES: Record<'wide' | 'phone', HeroPlace> = {
  wide: {
    window: { width: 1440, height: 900 },
    scrim: [
      {
        towards: 'down',
        stops: [
          [0, 0.8],
          [60, 0.6],
          [128, 0],
        ],
      },
      {
        towards: 'up',
        stops: share(900, [
          [0, 0.94],
          [0.18, 0.8],
          [0.3, 0.42],
          [0.46, 0],
        ]),
      },
      {
        towards: 'right',
        stops: share(1440, [
          [0, 0.8],
          [0.34, 0.64],
          [0.54, 0.3],
          [0.7, 0],
        ]),
      },
    ],
    glow: {
      ...{ x: 506, y: 497, radiusX: 506, radiusY: 244 },
      stops: [
        [0, 0.62],
        [0.55, 0.4],
        [1, 0],
      ],
    },
    text: [
      { kind: 'body', color: GOLD, left: 52, top: 332, right: 324, bottom: 347 },
      { kind: 'heading', color: IVORY, left: 52, top: 353, right: 846, bottom: 597 },
      { kind: 'body', color: IVORY, left: 52, top: 624, right: 582, bottom: 710 },
      { kind: 'body', color: IVORY, left: 52, top: 775, right: 625, bottom: 900 },
    ],
  },
  phone: {
    window: { width: 390, height: 844 },
    scrim: [
      {
        towards: 'down',
        stops: [
          [0, 0.72],
          [56, 0.5],
          [112, 0],
        ],
      },
      {
        towards: 'down',
        stops: share(844, [
          [0.42, 0],
          [0.52, 0.62],
          [0.64, 0.86],
          [0.84, 0.94],
          [1, 1],
        ]),
      },
    ],
    glow: null,
    text: [
      { kind: 'body', color: GOLD, left: 21, top: 439, right: 293, bottom: 454 },
      { kind: 'heading', color: IVORY, left: 21, top: 470, right: 343, bottom: 568 },
      { kind: 'body', color: IVORY, left: 21, top: 589, right: 363, bottom: 690 },
      { kind: 'body', color: IVORY, left: 21, top: 802, right: 370, bottom: 844 },
    ],
  },
};
