import { randomUUID } from 'node:crypto';
import { dayInIndia, EVENT_TYPES, MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import type { FieldError } from '@godhuli/contracts/problem';
import { escapeHtml } from '../documents/escape-html.js';

/** The form's values as they were sent. */
export type InquiryValues = Readonly<Record<string, string>>;

const LABELS: Readonly<Record<string, string>> = {
  name: 'Full Name *',
  phone: 'Phone Number',
  email: 'Email',
  eventType: 'Photography Type *',
  eventDate: 'Preferred Date',
  message: 'Message',
};

/** What is wrong, with a link to each field. Empty when no field is to blame. */
function summary(errors: FieldError[]): string {
  const items = errors.map(({ field, message }) => {
    const label = (LABELS[field] ?? '').replace(' *', '');
    return `<li><a href="#inquiry-${field}">${label}</a>: ${escapeHtml(message)}</li>`;
  });
  return items.length > 0
    ? `<div class="shell-summary" role="alert"><p>Please fix the fields below.</p><ul>${items.join('')}</ul></div>`
    : '';
}

/**
 * 'Book Your Session' for a browser without JavaScript, with the values that were sent and what is wrong about them
 * beside each field; the first of these has the focus. The hidden key makes a second submit of the same page one
 * inquiry.
 */
export function inquiryForm(values: InquiryValues, errors: FieldError[]): string {
  const shown = Object.keys(LABELS).flatMap((name) => errors.filter((error) => error.field === name));
  const value = (name: string) => escapeHtml(values[name] ?? '');

  const field = (name: keyof typeof MAX_LENGTH | 'eventType' | 'eventDate', control: (its: string) => string) => {
    const wrong = shown.filter((error) => error.field === name).map(({ message }) => escapeHtml(message));
    const id = `inquiry-${name}`;
    const its = [`id="${id}" name="${name}"`];
    if (wrong.length > 0) its.push(`aria-invalid="true" aria-describedby="${id}-error"`);
    if (shown[0]?.field === name) its.push('autofocus');
    const error = wrong.length > 0 ? `<p class="shell-field__error" id="${id}-error">${wrong.join(' ')}</p>` : '';
    return `<div class="shell-field"><label for="${id}">${LABELS[name]}</label>${control(its.join(' '))}${error}</div>`;
  };
  const input = (name: keyof typeof MAX_LENGTH, type: string, more: string) =>
    field(
      name,
      (its) => `<input ${its} type="${type}" value="${value(name)}" maxlength="${MAX_LENGTH[name]}" ${more}>`,
    );

  const options = EVENT_TYPES.map(
    (type) =>
      `<option value="${type.value}"${values.eventType === type.value ? ' selected' : ''}>${escapeHtml(type.label)}</option>`,
  ).join('');
  return [
    summary(shown),
    '<form class="shell-form" method="post" action="/inquiries" accept-charset="utf-8">',
    input('name', 'text', 'required autocomplete="name"'),
    input('phone', 'tel', 'autocomplete="tel"'),
    input('email', 'email', 'autocomplete="email"'),
    field('eventType', (its) => `<select ${its} required><option value="">Choose one</option>${options}</select>`),
    field(
      'eventDate',
      (its) =>
        `<input ${its} type="date" value="${value('eventDate')}" min="${dayInIndia(Date.now())}" max="2199-12-31">`,
    ),
    field(
      'message',
      (its) => `<textarea ${its} rows="5" maxlength="${MAX_LENGTH.message}">\n${value('message')}</textarea>`,
    ),
    '<p class="shell-trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>',
    `<input type="hidden" name="idempotencyKey" value="${escapeHtml(values.idempotencyKey || randomUUID())}">`,
    '<p><button class="shell-button" type="submit">Send Inquiry</button></p>',
    '</form>',
  ].join('');
}
