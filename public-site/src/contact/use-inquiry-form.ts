import { ApiError } from '@godhuli/contracts/api-error';
import { callApi } from '@godhuli/contracts/call-api';
import type { HostApi } from '@godhuli/contracts/host';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { fieldId } from './field';
import {
  checkForm,
  FIELDS,
  type FieldName,
  type FieldProblems,
  inquiryOf,
  newIdempotencyKey,
  problemsOfServer,
} from './inquiry';

interface InquiryForm {
  form: RefObject<HTMLFormElement | null>;
  sending: boolean;
  /** the last thing that happened was an inquiry received */
  sent: boolean;
  problems: FieldProblems;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(): void;
}

const focusFirst = (problems: FieldProblems) => {
  const first: FieldName | undefined = FIELDS.find((name) => problems[name]);
  if (first) document.getElementById(fieldId(first))?.focus();
};

/**
 * The form's life: idle, sending, idle (PUB-CONT-3). Its values live in the page's own fields, so a failure,
 * and typing before hydration, keeps them.
 */
export function useInquiryForm(toast: HostApi['toast']): InquiryForm {
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const idempotencyKey = useRef('');
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [problems, setProblems] = useState<FieldProblems>({});

  useEffect(() => {
    shownAt.current = performance.now();
    // From here on the page checks in its own words; without JavaScript the browser does.
    if (form.current) form.current.noValidate = true;
  }, []);

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
      setSent(true);
      toast({
        title: 'Inquiry Submitted Successfully!',
        description: "Thank you for your interest. We'll get back to you within 24 hours.",
      });
    } catch (error) {
      const found = error instanceof ApiError ? problemsOfServer(error.problem?.errors) : {};
      setProblems(found);
      focusFirst(found);
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
    sending,
    sent,
    problems,
    onSubmit(event) {
      event.preventDefault();
      if (sending) return;
      const found = checkForm(event.currentTarget);
      setProblems(found);
      setSent(false);
      if (Object.keys(found).length > 0) focusFirst(found);
      else void send(event.currentTarget);
    },
    onInput() {
      // Another text is another inquiry.
      idempotencyKey.current = '';
    },
  };
}
