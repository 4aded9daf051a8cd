import { focusField } from '../contact/focus-field';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const messageOf = (control: Control) => document.getElementById(`${control.id}-error`);

/** Shows or hides the message of a field, with the attributes that React gives it (contact/field.tsx). */
function mark(control: Control, isInvalid: boolean): void {
  const message = messageOf(control);
  if (!message || control.hasAttribute('aria-invalid') === isInvalid) return;
  const set = (attribute: string, value: string) =>
    value ? control.setAttribute(attribute, value) : control.removeAttribute(attribute);
  const hint = (control.getAttribute('aria-describedby') ?? '').replace(message.id, '');
  set('aria-invalid', isInvalid ? 'true' : '');
  set('aria-describedby', `${isInvalid ? message.id : ''} ${hint}`.trim());
  message.hidden = !isInvalid;
}

/**
 * Until React checks the inquiry form, shows the form's own messages for the fields that the browser finds invalid (PUB-CONT-2), instead of
 * the browser's: one at a time, in the browser's language, gone after some seconds, and each in a page of its own. The response to a posted
 * form shows the result of the server, and leaves the rest to the browser. The button of a form that the browser sends is busy until the
 * response comes (decision 043).
 */
export function attachEarlyForm(site: HTMLElement, signal: AbortSignal): void {
  const form = site.querySelector<HTMLFormElement>('.inquiry-form');
  if (!form) return;
  form.addEventListener(
    'submit',
    ({ submitter }) => {
      if (form.noValidate || !submitter) return;
      submitter.ariaBusy = 'true';
      // The response replaces the page, which Back may show again.
      addEventListener('pagehide', () => submitter.removeAttribute('aria-busy'));
    },
    { signal },
  );
  const isPosted = form.elements.namedItem('idempotencyKey');
  if (isPosted) return;
  let isMarked = false;
  form.addEventListener(
    'invalid',
    (event) => {
      const first = event.target as Control;
      if (!messageOf(first)) return;
      event.preventDefault();
      if (isMarked) return;
      isMarked = true;
      // The events of one try come together. All fields at once: the focus lays the page out.
      setTimeout(() => {
        isMarked = false;
      });
      for (const control of form.elements as Iterable<Control>) mark(control, !control.validity.valid);
      // A screen reader says what is wrong with a field when it gets the focus.
      first.blur();
      focusField(first);
    },
    { capture: true, signal },
  );
  form.addEventListener(
    'input',
    ({ target }) => {
      if (!form.noValidate && (target as Control).validity.valid) mark(target as Control, false);
    },
    { signal },
  );
}
