/**
 * The app's colours and fonts. The custom properties of the host's document take precedence, so this app follows a change
 * of the brand. Without a host, the fallback values here apply.
 */
export const palette = {
  ink: 'var(--ink-950, #100E0C)',
  text: '#1A1612',
  quiet: '#5E5548',
  faint: 'var(--ink-500, #655B4E)',
  ivory: 'var(--ivory, #F7F1E6)',
  white: '#fff',
  paper: 'var(--paper-0, #FFFDF9)',
  panel: 'var(--paper-50, #FAF6EE)',
  ground: 'var(--paper-100, #F2EBDE)',
  hairline: 'var(--paper-300, #DCD1BF)',
  control: 'var(--paper-500, #8B7D69)',
  maroon: 'var(--maroon-700, #6A1A2B)',
  maroonDeep: 'var(--maroon-800, #521422)',
  maroonDark: 'var(--maroon-900, #3A0F1A)',
  onMaroonDark: '#D8BFB4',
  goldPale: 'var(--gold-300, #EDC77F)',
  goldBright: 'var(--gold-400, #E2AE52)',
  gold: 'var(--gold-500, #CB9033)',
  goldDeep: 'var(--gold-700, #80530C)',
  danger: 'var(--danger-700, #A3201D)',
} as const;

export const fonts = {
  text: 'var(--font-text, "Inter", system-ui, "Segoe UI", Arial, sans-serif)',
  display: 'var(--font-display, "Playfair Display", Georgia, serif)',
} as const;

/** Optical sizes of the display font, set explicitly as the host does. */
export const opticalSize = { large: '"opsz" 120', middle: '"opsz" 64', small: '"opsz" 36' } as const;

/** The Paithani border under the header and the counters, 16 px high. */
export const zari = `var(--zari, url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='16'%3E%3Cpath fill='%235A1523' d='M0 0h24v16H0z'/%3E%3Cpath fill='%23E2AE52' shape-rendering='crispEdges' d='M0 1h24v1H0zM0 14h24v1H0z'/%3E%3Cpath fill='%23E2AE52' d='M0 12.2 6 5l6 7.2 6-7.2 6 7.2V13H0z'/%3E%3Cpath fill='%235A1523' d='M3.7 13 6 10.2 8.300 13zM15.7 13 18 10.2 20.300 13z'/%3E%3Ccircle cx='12' cy='5.600' r='1.250' fill='%23EDC77F'/%3E%3Ccircle cx='0' cy='5.600' r='1.250' fill='%23EDC77F'/%3E%3Ccircle cx='24' cy='5.600' r='1.250' fill='%23EDC77F'/%3E%3C/svg%3E") repeat-x 0 0 / 24px 16px)`;

export const tablet = '@media (max-width: 899px)';
export const phone = '@media (max-width: 639px)';
