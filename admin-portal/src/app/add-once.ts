import { ApiError } from '@godhuli/contracts/api-error';
import { randomKey } from './random-key';

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

interface Attempt {
  key: string;
  content: string;
  /** whether a response was lost, so that the server may have stored the content */
  isUncertain: boolean;
}

/**
 * Returns a function that adds a record once: after a lost response a retry has the same Idempotency-Key.
 * @param change stores what was typed between the attempts; without it, other content is another record
 */
export function addOnce<Input, Stored>(
  add: (input: Input, key: string) => Promise<Stored>,
  change?: (stored: Stored, input: Input) => Promise<Stored>,
): (input: Input) => Promise<Stored> {
  let latest: Attempt | null = null;
  return async (input) => {
    const content = JSON.stringify(input);
    const isSameRecord = latest !== null && (change !== undefined || latest.content === content);
    const attempt = latest && isSameRecord ? latest : { key: randomKey(), content, isUncertain: false };
    latest = attempt;
    const end = () => {
      if (latest === attempt) latest = null;
    };
    const stored = await add(input, attempt.key).catch((error: unknown) => {
      if (!isRefusal(error)) attempt.isUncertain = true;
      else if (!attempt.isUncertain) end();
      throw error;
    });
    const saved = change && attempt.content !== content ? await change(stored, input) : stored;
    end();
    return saved;
  };
}
