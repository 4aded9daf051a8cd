import { dayInIndia, FIELD_MESSAGES, isRange, MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import { printable } from '@godhuli/contracts/printable';
import { currentLanguage } from '../languages/language';
import { campaignFields } from '../page-script/campaign';

/** The fields of the form that can be invalid, by their names in the API. */
export const FIELDS = ['name', 'phone', 'email', 'eventType', 'eventDate', 'eventEndDate', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];

/** An invalid field. `isMissing` is a required field left empty. */
interface FieldProblem {
  message: string;
  isMissing: boolean;
}
export type FieldProblems = Partial<Record<FieldName, FieldProblem>>;

/** How the summary of errors names each field. */
export const SUMMARY_LABELS: Record<FieldName, string> = {
  name: 'your name',
  phone: 'your phone number',
  email: 'your email address',
  eventType: 'a photography type',
  eventDate: 'the date',
  eventEndDate: 'the last date',
  message: 'your message',
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controlOf = (form: HTMLFormElement, name: FieldName) => form.elements.namedItem(name) as Control;

/** Today at the studio: the first day that the form accepts, wherever the visitor is. */
export const firstDay = (): string => dayInIndia(Date.now());

/** Checks that the browser does not make itself; `value` is not empty. */
const CHECKS: Partial<Record<FieldName, (value: string, form: HTMLFormElement) => boolean>> = {
  phone: (value) => phoneNumbersIn(value).length > 0,
  // The field's own `min` is as old as the page, which may come from a cache.
  eventDate: (value) => value >= firstDay(),
  eventEndDate: (value, form) => isRange(controlOf(form, 'eventDate').value, value),
  // `maxlength` would cut a pasted message without a word.
  message: (value) => value.length <= MAX_LENGTH.message,
};

/** Runs the browser's checks and ours, with our messages. A name of spaces alone is missing too. */
export function checkForm(form: HTMLFormElement): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of FIELDS) {
    const control = controlOf(form, name);
    const value = control.value.trim();
    const isMissing = control.required && !value;
    const isInvalid = !control.validity.valid || (value !== '' && CHECKS[name]?.(value, form) === false);
    if (isMissing || isInvalid) problems[name] = { message: FIELD_MESSAGES[name], isMissing };
  }
  return problems;
}

/** Returns the API's messages for fields of this form, from the `errors` of a problem document. Others are left out. */
export function problemsOfServer(errors: readonly { field: string; message: string }[] | undefined): FieldProblems {
  const problems: FieldProblems = {};
  for (const { field, message } of errors ?? [])
    if ((FIELDS as readonly string[]).includes(field))
      problems[field as FieldName] ??= {
        // The API writes English.
        message: currentLanguage() === 'en' ? message : FIELD_MESSAGES[field as FieldName],
        isMissing: false,
      };
  return problems;
}

/** The body of `POST /api/inquiries`. `elapsedMs` is the time since the page was opened. */
export function inquiryOf(form: HTMLFormElement, elapsedMs: number): Record<string, string | number | undefined> {
  const values = new FormData(form);
  const fields = [...FIELDS, 'dateUndecided', 'heardFrom', 'language', 'website'].map((name) => [
    name,
    printable(String(values.get(name) ?? '')),
  ]);
  return { ...Object.fromEntries(fields), ...campaignFields(), elapsedMs };
}

/** Returns a key that makes a repeated request harmless. An edited inquiry needs a new one. */
export function newIdempotencyKey(): string {
  // Without randomUUID, which a browser does not have over plain http on a local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
