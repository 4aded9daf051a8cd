import type { CSSProperties } from 'react';

/** Hue and chroma (OKLCH) of the middle of each of Tailwind's colours; the shades differ in lightness. */
const COLORS = new Map(
  Object.entries({
    red: [25, 0.23],
    orange: [48, 0.2],
    amber: [70, 0.18],
    yellow: [88, 0.18],
    lime: [130, 0.22],
    green: [148, 0.2],
    emerald: [163, 0.16],
    teal: [183, 0.13],
    cyan: [215, 0.14],
    sky: [237, 0.16],
    blue: [260, 0.21],
    indigo: [277, 0.22],
    violet: [293, 0.24],
    purple: [304, 0.25],
    fuchsia: [322, 0.28],
    pink: [354, 0.23],
    rose: [16, 0.23],
    slate: [257, 0.04],
    gray: [264, 0.03],
    zinc: [286, 0.015],
    neutral: [0, 0],
    stone: [60, 0.013],
  }),
);
const SHADE = '(?:50|[1-9]00|950)';
const STOP = `([a-z]+)-(${SHADE})`;
const GRADIENT = new RegExp(`^(?:bg-gradient-to-[a-z]{1,2} )?from-${STOP}(?: via-${STOP})? to-${STOP}$`);

function stopOf(name: string, shade: string): string | null {
  const [hue, chroma] = COLORS.get(name) ?? [];
  if (hue === undefined || chroma === undefined) return null;
  const depth = Number(shade) / 1000;
  // Tints and shades are paler than the middle.
  const strength = 1 - Math.abs(depth - 0.5) * 1.1;
  return `oklch(${(1 - depth * 0.75).toFixed(2)} ${(chroma * strength).toFixed(3)} ${hue})`;
}

/**
 * Returns the style that sets `--tint` to the `color` of a service or package ('from-rose-800 to-amber-600'). Anything
 * else than a gradient of known colours is ignored: no part of the text itself becomes CSS.
 */
export function tintOf(color: unknown): CSSProperties | undefined {
  const [matched, ...parts] = GRADIENT.exec(typeof color === 'string' ? color.trim() : '') ?? [];
  if (!matched) return undefined;
  const stops: (string | null)[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const [name, shade] = [parts[index], parts[index + 1]];
    if (name && shade) stops.push(stopOf(name, shade));
  }
  if (stops.includes(null)) return undefined;
  return { '--tint': `linear-gradient(90deg,${stops.join(',')})` } as CSSProperties;
}
