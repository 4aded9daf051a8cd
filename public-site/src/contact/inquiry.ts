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
  email: 'your e-mail address',
  eventType: 'a photography type',
  eventDate: 'the date',
  message: 'your message',
};

const MISSING: Partial<Record<FieldName, string>> = {
  name: 'Please tell us your name.',
  eventType: 'Please choose a photography type.',
};
const WRONG: Record<FieldName, string> = {
  name: 'Please tell us your name.',
  phone: 'Please give a phone number in digits.',
  email: 'Please give a valid e-mail address.',
  eventType: 'Please choose a photography type.',
  eventDate: 'This day does not exist.',
  message: 'Please shorten your message.',
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controlOf = (form: HTMLFormElement, name: FieldName) => form.elements.namedItem(name) as Control;

/** The browser's own checks, in our words; a name of spaces alone is missing too. */
export function checkForm(form: HTMLFormElement): FieldProblems {
  const problems: FieldProblems = {};
  for (const name of FIELDS) {
    const control = controlOf(form, name);
    const missing = MISSING[name];
    if (missing && control.value.trim() === '') problems[name] = { message: missing, missing: true };
    else if (!control.validity.valid) problems[name] = { message: WRONG[name], missing: false };
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
