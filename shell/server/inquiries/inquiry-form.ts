import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '@godhuli/contracts/inquiries';
import type { FieldError } from '@godhuli/contracts/problem';
import { escapeHtml } from '../documents/escape-html.js';

/** The form's values as they were sent. */
export type InquiryValues = Readonly<Record<string, string>>;

/** One labelled field with what is wrong about it beside it. */
function field(name: string, label: string, errors: FieldError[], control: (attributes: string) => string): string {
  const wrong = errors.filter((error) => error.field === name).map(({ message }) => escapeHtml(message));
  const attributes = `id="inquiry-${name}" name="${name}"${
    wrong.length > 0 ? ` aria-invalid="true" aria-describedby="inquiry-${name}-error"` : ''
  }`;
  const error =
    wrong.length > 0 ? `<p class="shell-field__error" id="inquiry-${name}-error">${wrong.join(' ')}</p>` : '';
  return `<div class="shell-field"><label for="inquiry-${name}">${escapeHtml(label)}</label>${control(attributes)}${error}</div>`;
}

/**
 * 'Book Your Session' for a browser without JavaScript, with the values that were sent and what is wrong about them
 * beside each field. The hidden key makes a second submit of the same page one inquiry.
 */
export function inquiryForm(values: InquiryValues, errors: FieldError[]): string {
  const value = (name: string) => escapeHtml(values[name] ?? '');
  const options = EVENT_TYPES.map(
    (type) =>
      `<option value="${type.value}"${values.eventType === type.value ? ' selected' : ''}>${escapeHtml(type.label)}</option>`,
  ).join('');
  const text = (type: string, more: string) => (attributes: string, name: string) =>
    `<input ${attributes} type="${type}" value="${value(name)}" ${more}>`;
  return [
    '<form class="shell-form" method="post" action="/inquiries" accept-charset="utf-8">',
    field('name', 'Full Name *', errors, (it) =>
      text('text', 'required maxlength="120" autocomplete="name"')(it, 'name'),
    ),
    field('phone', 'Phone Number', errors, (it) => text('tel', 'maxlength="40" autocomplete="tel"')(it, 'phone')),
    field('email', 'Email', errors, (it) => text('email', 'maxlength="254" autocomplete="email"')(it, 'email')),
    field(
      'eventType',
      'Photography Type *',
      errors,
      (it) => `<select ${it} required><option value="">Choose one</option>${options}</select>`,
    ),
    field('eventDate', 'Preferred Date', errors, (it) => text('date', '')(it, 'eventDate')),
    field(
      'message',
      'Message',
      errors,
      (it) => `<textarea ${it} rows="5" maxlength="5000">${value('message')}</textarea>`,
    ),
    '<p class="shell-trap" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></p>',
    `<input type="hidden" name="idempotencyKey" value="${escapeHtml(values.idempotencyKey || randomUUID())}">`,
    '<p><button class="shell-button" type="submit">Send Inquiry</button></p>',
    '</form>',
  ].join('');
}
