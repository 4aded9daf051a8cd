import { ApiError } from '@godhuli/contracts/api-error';
import { callApi } from '@godhuli/contracts/call-api';
import type { HostApi } from '@godhuli/contracts/host';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fieldId } from './field';
import { checkForm, FIELDS, type FieldProblems, inquiryOf, newIdempotencyKey, problemsOfServer } from './inquiry';

/** How the last try ended: received, refused because of some fields, or not delivered. Null before it. */
type Outcome =
  | { is: 'received' }
  | { is: 'failed'; reason?: string }
  | { is: 'refused'; problems: FieldProblems }
  | null;

interface InquiryForm {
  form: RefObject<HTMLFormElement | null>;
  /** the element that says how it ended, when no field is to blame */
  message: RefObject<HTMLElement | null>;
  sending: boolean;
  outcome: Outcome;
  problems: FieldProblems;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(): void;
}

const NONE: FieldProblems = {};
const refusedBy = (problems: FieldProblems): Outcome =>
  Object.keys(problems).length > 0 ? { is: 'refused', problems } : null;

/**
 * The form's life: idle, sending, idle (PUB-CONT-3). Its values live in the page's own fields, so a failure,
 * and typing before hydration, keeps them.
 */
export function useInquiryForm(toast: HostApi['toast']): InquiryForm {
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLElement>(null);
  const shownAt = useRef(0);
  const idempotencyKey = useRef('');
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const problems = outcome?.is === 'refused' ? outcome.problems : NONE;

  useEffect(() => {
    shownAt.current = performance.now();
    // From here on the page checks in its own words; without JavaScript the browser does.
    if (form.current) form.current.noValidate = true;
  }, []);

  // The button loses the focus while it is disabled; a visitor who has gone elsewhere stays there.
  useEffect(() => {
    const { activeElement: focused, body } = document;
    if (!outcome || (focused && focused !== body && !form.current?.contains(focused))) return;
    const first = outcome.is === 'refused' && FIELDS.find((name) => outcome.problems[name]);
    (first ? document.getElementById(fieldId(first)) : message.current)?.focus();
  }, [outcome]);

  async function send(element: HTMLFormElement): Promise<void> {
    idempotencyKey.current ||= newIdempotencyKey();
    setSending(true);
    try {
      await callApi('/api/inquiries', {
        method: 'POST',
        headers: { 'Idempotency-Key': idempotencyKey.current },
        json: inquiryOf(element, Math.round(performance.now() - shownAt.current)),
      });
      element.reset();
      idempotencyKey.current = '';
      setOutcome({ is: 'received' });
      toast({
        title: 'Inquiry Submitted Successfully!',
        description: "Thank you for your interest. We'll get back to you within 24 hours.",
      });
    } catch (error) {
      const found = error instanceof ApiError ? problemsOfServer(error.problem?.errors) : NONE;
      // Sending again would not help: the server says what does.
      const reason = error instanceof ApiError && error.status === 429 ? error.message : undefined;
      setOutcome(refusedBy(found) ?? { is: 'failed', reason });
      toast({
        title: 'Submission Failed',
        description: 'There was an error submitting your inquiry. Please try again or contact us directly.',
        variant: 'destructive',
      });
    } finally {
      setSending(false);
    }
  }

  return {
    form,
    message,
    sending,
    outcome,
    problems,
    onSubmit(event) {
      event.preventDefault();
      if (sending) return;
      const refused = refusedBy(checkForm(event.currentTarget));
      setOutcome(refused);
      if (!refused) void send(event.currentTarget);
    },
    onInput() {
      // Another text is another inquiry.
      idempotencyKey.current = '';
    },
  };
}
