import type { PostedForm } from '@godhuli/contracts/host';
import { FIELDS, problemsOfServer } from './inquiry';
import { FAILED, type Outcome, type PostedInquiry, RECEIVED, type Receipt, reasonText } from './use-inquiry-form';

function outcomeOf({ status, errors, message, receipt }: PostedForm): Outcome {
  if (status === 'ok') return { is: 'received', ...(receipt as Receipt) };
  const problems = problemsOfServer(Object.entries(errors).map(([field, text]) => ({ field, message: text })));
  return FIELDS.some((name) => problems[name])
    ? { is: 'refused', problems }
    : { is: 'failed', reason: reasonText(message) };
}

/** Returns what the page shows of a form that was posted without JavaScript. */
export function postedInquiry(form: PostedForm): PostedInquiry {
  const outcome = outcomeOf(form);
  return {
    outcome,
    notice: form.status === 'ok' ? RECEIVED : FAILED,
    values: form.values,
    firstInvalid: outcome?.is === 'refused' ? FIELDS.find((name) => outcome.problems[name]) : undefined,
    idempotencyKey: form.idempotencyKey,
  };
}
