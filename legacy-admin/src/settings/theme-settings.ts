/** The theme of the first portal (LEG-8). Colours are #rrggbb, fonts are family names. */
export interface ThemeSettings {
  primaryColor: string;
  secondaryColor: string;
  accentColor: string;
  fontFamily: string;
  headerFont: string;
}

export interface ThemePreset extends Pick<ThemeSettings, 'primaryColor' | 'secondaryColor' | 'accentColor'> {
  name: string;
}

/** White text has a contrast of at least 4.5 on each primary colour. */
export const THEME_PRESETS: readonly [ThemePreset, ...ThemePreset[]] = [
  { name: 'Purple Pink', primaryColor: '#9333ea', secondaryColor: '#ec4899', accentColor: '#06b6d4' },
  { name: 'Blue Cyan', primaryColor: '#2563eb', secondaryColor: '#06b6d4', accentColor: '#f59e0b' },
  { name: 'Green Emerald', primaryColor: '#15803d', secondaryColor: '#10b981', accentColor: '#eab308' },
  { name: 'Red Orange', primaryColor: '#dc2626', secondaryColor: '#f97316', accentColor: '#facc15' },
  { name: 'Monochrome', primaryColor: '#18181b', secondaryColor: '#71717a', accentColor: '#d4d4d8' },
];

export const BODY_FONTS = ['Inter', 'Roboto', 'Open Sans', 'Playfair Display', 'Lora', 'Montserrat'] as const;
export const HEADER_FONTS = [
  'Playfair Display',
  'Merriweather',
  'Montserrat',
  'Oswald',
  'Crimson Text',
  'Inter',
] as const;
export type FontName = (typeof BODY_FONTS)[number] | (typeof HEADER_FONTS)[number];

const { name: _name, ...firstColours } = THEME_PRESETS[0];
export const FIRST_THEME: ThemeSettings = {
  ...firstColours,
  fontFamily: BODY_FONTS[0],
  headerFont: HEADER_FONTS[0],
};
