import { dayInIndia, FIELD_MESSAGES } from '@godhuli/contracts/inquiry-form';
import { phoneNumbersIn } from '@godhuli/contracts/phone';

/** A field of the form, by the name that the API knows. */
export const FIELDS = ['name', 'phone', 'email', 'eventType', 'eventDate', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];

/** What is wrong with a field. `missing` is a required field left empty. */
export interface FieldProblem {
  message: string;
  missing: boolean;
}
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

/** How the summary calls a field. */
export const NOUNS: Record<FieldName, string> = {
  name: 'your name',
  phone: 'your phone number',
  email: 'your email address',
  eventType: 'a photography type',
  eventDate: 'the date',
  message: 'your message',
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controlOf = (form: HTMLFormElement, name: FieldName) => form.elements.namedItem(name) as Control;

/** Today at the studio: the first day that the form takes, wherever the visitor is. */
export const firstDay = (): string => dayInIndia(Date.now());

/** What the browser's own checks do not know; `value` is not empty. */
const CHECKS: Partial<Record<FieldName, (value: string) => boolean>> = {
  phone: (value) => phoneNumbersIn(value).length > 0,
  // The field's own `min` is as old as the page, which may have come from a cache.
  eventDate: (value) => value >= firstDay(),
};

/** The browser's own checks and ours, in our words; a name of spaces alone is missing too. */
export function checkForm(form: HTMLFormElement): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of FIELDS) {
    const control = controlOf(form, name);
    const value = control.value.trim();
    const missing = control.required && value === '';
    const wrong = !control.validity.valid || (value !== '' && CHECKS[name]?.(value) === false);
    if (missing || wrong) problems[name] = { message: FIELD_MESSAGES[name], missing };
  }
  return problems;
}

/** The server's words for each field, out of a problem document's `errors`; others are left out. */
export function problemsOfServer(errors: readonly { field: string; message: string }[] | undefined): FieldProblems {
  const problems: FieldProblems = {};
  for (const { field, message } of errors ?? [])
    if ((FIELDS as readonly string[]).includes(field)) problems[field as FieldName] ??= { message, missing: false };
  return problems;
}

/** The body of `POST /api/inquiries`. `elapsedMs` is the time since the form was shown. */
export function inquiryOf(form: HTMLFormElement, elapsedMs: number): Record<string, string | number> {
  const values = new FormData(form);
  const fields = [...FIELDS, 'website'].map((name) => [name, String(values.get(name) ?? '')]);
  return { ...Object.fromEntries(fields), elapsedMs };
}

/** A key that makes a repeated request harmless: one for each inquiry as it was written. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Over plain http on a local network the browser has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
