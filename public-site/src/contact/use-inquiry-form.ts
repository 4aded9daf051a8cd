import type { ApiError } from '@godhuli/contracts/api-error';
import { callApi } from '@godhuli/contracts/call-api';
import type { HostApi, Toast } from '@godhuli/contracts/host';
import type { InquiryReceipt } from '@godhuli/contracts/inquiries';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { currentLanguage, t } from '../languages/language';
import { fieldId } from './field';
import { focusField } from './focus-field';
import {
  checkForm,
  FIELDS,
  type FieldName,
  type FieldProblems,
  inquiryOf,
  newIdempotencyKey,
  problemsOfServer,
} from './inquiry';

/** What the API returns for a received inquiry; an older one leaves out what it does not know. */
export type Receipt = Partial<Pick<InquiryReceipt, 'reference' | 'hasContact'>>;

/** The inquiry was received, or the try failed; `reason`: why another try does not help. */
export type Result = ({ is: 'received' } & Receipt) | { is: 'failed'; reason?: string };

/**
 * How the last try ended: with a result, or refused because of some fields. Null before the first. `isEarly`: refused before React
 * ran, by page-script/early-form.ts, so that the visitor is in the fields already.
 */
export type Outcome = Result | { is: 'refused'; problems: FieldProblems; isEarly?: boolean } | null;

/** Where the page's initial data holds the posted form, beside the API's paths. */
export const POSTED_INQUIRY = 'form:inquiry';

type Notice = Toast & { description: string };

/** A form that was posted without JavaScript, as this page, the response to it, shows it. */
export interface PostedInquiry {
  outcome: Outcome;
  /** the toast that a page with JavaScript would show */
  notice: Notice;
  values: Readonly<Record<string, string>>;
  firstInvalid: FieldName | undefined;
  idempotencyKey: string;
}

export const RECEIVED: Notice = {
  title: 'Inquiry Submitted Successfully!',
  description: "Thank you for your interest. We'll get back to you within 24 hours.",
};
export const FAILED: Notice = {
  title: 'Submission Failed',
  description: 'There was an error submitting your inquiry. Please try again or contact us directly.',
  variant: 'destructive',
};

/** Resolves after the next frame: the response to a tap is painted before the work that it starts. A hidden tab has no frames. */
const afterPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

/** The API explains a refusal in English. */
export const reasonText = (message: string | undefined): string | undefined =>
  message && currentLanguage() !== 'en' ? t('Please try again later, or contact us directly.') : message;

const isMarked = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLElement).hasAttribute('aria-invalid');
const isEarly = (outcome: Outcome) => outcome?.is === 'refused' && outcome.isEarly === true;
const NONE: FieldProblems = {};
const refusedBy = (problems: FieldProblems): Outcome =>
  Object.keys(problems).length > 0 ? { is: 'refused', problems } : null;

/**
 * The state of the inquiry form (PUB-CONT-3). The values live in the page's own fields, so a failure, and typing before
 * hydration, keeps them.
 * @param posted the form that this page is the response to
 */
export function useInquiryForm(toast: HostApi['toast'], posted: PostedInquiry | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLElement>(null);
  const idempotencyKey = useRef(posted?.idempotencyKey ?? '');
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState(posted?.outcome ?? null);
  const isPosted = outcome === posted?.outcome;
  const problems = outcome?.is === 'refused' ? outcome.problems : NONE;
  const say = ({ title, description, ...more }: Notice) =>
    toast({ ...more, title: t(title), description: t(description) });

  useEffect(() => {
    // From here on the page checks with its own messages; without JavaScript the browser does.
    const element = form.current;
    if (!element) return;
    element.noValidate = true;
    if (posted) return;
    const problems = Object.entries(checkForm(element)).filter(([name]) => isMarked(element, name));
    if (problems.length > 0) setOutcome({ is: 'refused', problems: Object.fromEntries(problems), isEarly: true });
  }, [posted]);

  // The button loses the focus while it is disabled, and a press on it then focuses the section around the form. A visitor who has
  // moved the focus elsewhere, or types again, keeps it, also one who has gone on from the result of a posted form, which got it from
  // the browser.
  useEffect(() => {
    const element = form.current;
    const focused = document.activeElement as HTMLInputElement | null;
    if (!outcome || isPosted || isEarly(outcome)) return;
    if (focused && !element?.contains(focused) && !focused.contains(element)) return;
    if (outcome.is === 'received' && focused?.value && focused.type !== 'checkbox') return;
    const first = outcome.is === 'refused' && FIELDS.find((name) => outcome.problems[name]);
    const target = first ? document.getElementById(fieldId(first)) : result.current;
    if (target) focusField(target);
  }, [outcome, isPosted]);

  async function send(element: HTMLFormElement): Promise<void> {
    const key = idempotencyKey.current || newIdempotencyKey();
    idempotencyKey.current = key;
    setIsSending(true);
    const json = inquiryOf(element, Math.round(performance.now()));
    try {
      await afterPaint();
      const receipt = await callApi('/api/inquiries', {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        json,
      });
      // What was entered since stays. A reset would also bring posted values back.
      const now = inquiryOf(element, 0);
      for (const control of element.elements as Iterable<HTMLInputElement>) {
        if (now[control.name] !== json[control.name]) continue;
        if (control.type === 'checkbox') control.checked = false;
        else if (control.type !== 'hidden') control.value = '';
      }
      idempotencyKey.current = '';
      setOutcome({ is: 'received', ...(receipt as Receipt) });
      say(RECEIVED);
    } catch (error) {
      const { problem, status, message } = error as Partial<ApiError>;
      // Over the rate limit another try does not help; the API says what does.
      const reason = status === 429 ? reasonText(message) : undefined;
      setOutcome(refusedBy(problemsOfServer(problem?.errors)) ?? { is: 'failed', reason });
      say(FAILED);
    } finally {
      setIsSending(false);
    }
  }

  return {
    form,
    /** the element with the result, when no field is invalid */
    result,
    isSending,
    outcome,
    problems,
    hasSummary: !isEarly(outcome),
    /** whether the outcome is that of the posted form */
    isPosted,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      // Sent before React ran: the browser sends it again, as the same inquiry (decision 043).
      if ((event.nativeEvent as SubmitEvent).submitter?.ariaBusy) return;
      event.preventDefault();
      if (isSending) return;
      const refused = refusedBy(checkForm(event.currentTarget));
      setOutcome(refused);
      if (!refused) void send(event.currentTarget);
    },
    onInput({ target }: FormEvent<HTMLFormElement>) {
      // An edited inquiry is another inquiry.
      idempotencyKey.current = '';
      const { name, validity } = target as HTMLInputElement;
      // As before React: a corrected field loses its message at once.
      if (isEarly(outcome) && problems[name as FieldName] && validity.valid)
        setOutcome({ is: 'refused', problems: { ...problems, [name]: undefined }, isEarly: true });
    },
  };
}
