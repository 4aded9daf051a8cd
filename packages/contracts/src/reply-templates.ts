import { z } from 'zod';
import type { Language } from './inquiries.js';
import { idSchema, requiredText, text } from './text.js';

/** What a template takes from the client: `{name}`, `{date}` of the event, and `{package}`. */
export const TEMPLATE_FIELDS = ['name', 'date', 'package'] as const;
type TemplateField = (typeof TEMPLATE_FIELDS)[number];

const UNKNOWN_FIELD = new RegExp(`\\{(?!(?:${TEMPLATE_FIELDS.join('|')})\\})[^{}]*\\}`);
const templateText = text(2000).refine(
  (value) => !UNKNOWN_FIELD.test(value),
  'Please use only the fields {name}, {date} and {package}.',
);

/** The texts of a template by language. */
const textsSchema = z.strictObject({ en: templateText, mr: templateText, hi: templateText });

/** `GET /api/reply-templates`, by name. A language without a text is ''. */
export const replyTemplateSchema = z.object({
  _id: idSchema,
  name: z.string(),
  texts: z.object({ en: z.string(), mr: z.string(), hi: z.string() }),
  version: z.number().int(),
});
export type ReplyTemplate = z.infer<typeof replyTemplateSchema>;

export const MAX_TEMPLATES = 50;
const hasText = (texts: z.output<typeof textsSchema>) => Object.values(texts).some((value) => value !== '');
const nameSchema = requiredText(80, 'Please enter a name.');
const writtenTexts = textsSchema.refine(hasText, 'Please write the text in at least one language.');

/** `POST /api/reply-templates` */
export const replyTemplateInputSchema = z.strictObject({ name: nameSchema, texts: writtenTexts });
/** `PUT /api/reply-templates/{id}`; 409 if `version` is not current. */
export const replyTemplateUpdateSchema = z.strictObject({
  version: z.number().int(),
  name: nameSchema.optional(),
  texts: writtenTexts.optional(),
});

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', mr: 'mr-IN', hi: 'hi-IN' };

/** Returns a day (YYYY-MM-DD) in words of a language, or '' without a day. */
export function dayInWords(day: string | null, language: Language): string {
  if (day === null) return '';
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/**
 * Puts values in the place of the fields of a template. A field without a value is left out, with the spaces that it would
 * leave.
 */
export function fillTemplate(template: string, values: Partial<Record<TemplateField, string>>): string {
  return template
    .replace(/\{(name|date|package)\}/g, (_, field: TemplateField) => values[field] ?? '')
    .replace(/(?<![^\S\n])[^\S\n]+([,.!?।])/g, '$1')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim();
}
