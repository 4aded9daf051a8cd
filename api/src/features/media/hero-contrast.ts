import {
  HERO_PLACES,
  type HeroPlace,
  SCRIM_COLOR,
  type ScrimGlow,
  type ScrimLayer,
  type TextBox,
} from '@godhuli/contracts/hero-text';
import type { Focal } from '@godhuli/contracts/media';
import type { Sharp } from 'sharp';
import type { HeroContrast } from './image-job.js';

/** Pixels of the window that one measured pixel stands for: letters are wider than that. */
const STEP = 4;
/** The share of the pixels behind a text that may be brighter than what is measured: single sparks do not hide a letter. */
const IGNORED_SHARE = 0.02;

/**
 * Measures the hero's text on an image as visitors see it: the image covers the window around its focal point, the scrim
 * darkens it, and the brightest pixels behind a text decide.
 */
export async function measureHeroContrast(image: Sharp, place: 'wide' | 'phone', focal: Focal): Promise<HeroContrast> {
  const { window, scrim, glow, text } = HERO_PLACES[place];
  const [columns, rows] = [Math.round(window.width / STEP), Math.round(window.height / STEP)];
  const metadata = await image.metadata();
  const scale = Math.max(columns / metadata.width, rows / metadata.height);
  const [width, height] = [Math.ceil(metadata.width * scale), Math.ceil(metadata.height * scale)];
  const { data, info } = await image
    .clone()
    .flatten({ background: '#ffffff' })
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.floor(((width - columns) * focal.x) / 100);
  const top = Math.floor(((height - rows) * focal.y) / 100);
  const luminanceAt = (column: number, row: number) => {
    const at = ((top + row) * info.width + left + column) * info.channels;
    const [x, y] = [(column + 0.5) * STEP, (row + 0.5) * STEP];
    const alpha = 1 - (1 - scrimAlpha(scrim, window, x, y)) * (1 - glowAlpha(glow, x, y));
    const mixed = SCRIM_COLOR.map((dark, band) => {
      const value = data[at + Math.min(band, info.channels - 1)] ?? 0;
      return value * (1 - alpha) + dark * alpha;
    });
    return luminance(mixed);
  };
  const contrastBehind = (box: TextBox) => {
    const values: number[] = [];
    for (let row = Math.floor(box.top / STEP); row < Math.min(rows, box.bottom / STEP); row += 1)
      for (let column = Math.floor(box.left / STEP); column < Math.min(columns, box.right / STEP); column += 1)
        values.push(luminanceAt(column, row));
    values.sort((one, other) => other - one);
    return contrast(luminance(box.color), values[Math.floor(values.length * IGNORED_SHARE)] ?? 1);
  };
  const contrastOf = (kind: TextBox['kind']) => {
    const lowest = Math.min(...text.filter((box) => box.kind === kind).map(contrastBehind));
    return Math.round(lowest * 100) / 100;
  };
  return { heading: contrastOf('heading'), body: contrastOf('body') };
}

function glowAlpha(glow: ScrimGlow | null, x: number, y: number): number {
  if (!glow) return 0;
  const distance = Math.hypot((x - glow.x) / glow.radiusX, (y - glow.y) / glow.radiusY);
  return distance > 1 ? 0 : alphaAt(glow.stops, distance);
}

/** Returns the alpha of all layers painted over each other at a point of the window. */
function scrimAlpha(layers: readonly ScrimLayer[], window: HeroPlace['window'], x: number, y: number): number {
  const clear = layers.reduce((left, layer) => {
    const at = layer.towards === 'right' ? x : layer.towards === 'down' ? y : window.height - y;
    return left * (1 - alphaAt(layer.stops, at));
  }, 1);
  return 1 - clear;
}

function alphaAt(stops: ScrimLayer['stops'], at: number): number {
  const next = stops.findIndex(([position]) => position >= at);
  if (next === 0) return stops[0]?.[1] ?? 0;
  const [from, to] = [stops[next - 1], stops[next]];
  if (!from || !to) return stops.at(-1)?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (at - from[0])) / (to[0] - from[0]);
}

/** Relative luminance (WCAG 2) of an sRGB colour. */
function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (light: number, dark: number) => (Math.max(light, dark) + 0.05) / (Math.min(light, dark) + 0.05);
