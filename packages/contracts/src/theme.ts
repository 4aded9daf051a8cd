import { z } from 'zod';

/** Colours of headings, links, buttons and the dark sections. The values are in design-tokens. */
export const ACCENTS = ['maroon', 'peacock', 'plum', 'leaf'] as const;
/** Colours of paper, ink and everything between. */
export const NEUTRALS = ['warm', 'cool', 'stone'] as const;
/** Fonts of headings, and fonts of text; all ship with the site. */
export const DISPLAY_FONTS = ['playfair', 'lora', 'montserrat'] as const;
export const TEXT_FONTS = ['inter', 'open-sans'] as const;

/** The theme of the public page: a choice of what is known, so that no setting can contain CSS. */
export const themeSchema = z.strictObject({
  accent: z.enum(ACCENTS, 'Please choose one of the colours.'),
  neutral: z.enum(NEUTRALS, 'Please choose one of the colours.'),
  display_font: z.enum(DISPLAY_FONTS, 'Please choose one of the fonts.'),
  text_font: z.enum(TEXT_FONTS, 'Please choose one of the fonts.'),
});
export type Theme = z.infer<typeof themeSchema>;

/** The languages of the site, English always first. */
export const LANGUAGE_CHOICES = ['en', 'en mr', 'en hi', 'en mr hi'] as const;
