import crimsonText from '@fontsource/crimson-text/files/crimson-text-latin-400-normal.woff2';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2';
import merriweather from '@fontsource-variable/merriweather/files/merriweather-latin-wght-normal.woff2';
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2';
import openSans from '@fontsource-variable/open-sans/files/open-sans-latin-wght-normal.woff2';
import oswald from '@fontsource-variable/oswald/files/oswald-latin-wght-normal.woff2';
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2';
import roboto from '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2';
import type { FontName } from './theme-settings';

interface FontFile {
  url: string;
  /** the weights that the file contains */
  weight: string;
  generic: 'serif' | 'sans-serif';
}

const FILES: Record<FontName, FontFile> = {
  Inter: { url: inter, weight: '100 900', generic: 'sans-serif' },
  Roboto: { url: roboto, weight: '100 900', generic: 'sans-serif' },
  'Open Sans': { url: openSans, weight: '300 800', generic: 'sans-serif' },
  'Playfair Display': { url: playfairDisplay, weight: '400 900', generic: 'serif' },
  Lora: { url: lora, weight: '400 700', generic: 'serif' },
  Montserrat: { url: montserrat, weight: '100 900', generic: 'sans-serif' },
  Merriweather: { url: merriweather, weight: '300 900', generic: 'serif' },
  Oswald: { url: oswald, weight: '200 700', generic: 'sans-serif' },
  'Crimson Text': { url: crimsonText, weight: '400', generic: 'serif' },
};

/** A separate family name, so that the host's fonts of the same name stay unchanged. */
const familyOf = (name: FontName) => `Legacy ${name}`;

/** Returns the `font-family` of a chosen font: this app's copy once loaded, the one of the host or the system until then. */
export function fontStack(name: string): string {
  const file = FILES[name as FontName];
  return `"${familyOf(name as FontName)}", "${name}", ${file?.generic ?? 'sans-serif'}`;
}

const loading = new Map<FontName, Promise<unknown>>();

/** Loads a font when it is first chosen. Rejects when the file cannot be loaded. */
export function loadFont(name: FontName): Promise<unknown> {
  const pending = loading.get(name);
  if (pending) return pending;
  const { url, weight } = FILES[name];
  const face = new FontFace(familyOf(name), `url("${url}") format("woff2")`, { weight });
  const loaded = face.load().then(() => document.fonts.add(face));
  loading.set(name, loaded);
  // The next choice of the same font tries again.
  loaded.catch(() => loading.delete(name));
  return loaded;
}
