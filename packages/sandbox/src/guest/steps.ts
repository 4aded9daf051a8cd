import { reportStep, settleFirst } from './channel.js';
import { causeOf, Failure } from './failure.js';

/** How long one step may wait, in ticks: a busy machine ticks more slowly, so its delays do not count against a release. */
const LIMIT = { ticks: 40, tickMs: 100 };
const { setInterval, clearInterval } = globalThis;

/** Requests of a page that have no response yet, by the object that waits for it. */
export const pendingRequests = new Map<object, string>();

/** Runs one step of a check; the error names the step that failed or did not end. */
export async function runStep<Value>(name: string, run: () => Value | Promise<Value>): Promise<Value> {
  reportStep(name);
  let timer: ReturnType<typeof setInterval> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      ticks += 1;
      if (ticks >= LIMIT.ticks) reject(new Failure(`${name}: ${hangMessage()}`));
    }, LIMIT.tickMs);
  });
  try {
    return await settleFirst<Value>((async () => run())(), timeout);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${name}: ${causeOf(error)}`);
  } finally {
    clearInterval(timer);
  }
}

function hangMessage(): string {
  const seconds = (LIMIT.ticks * LIMIT.tickMs) / 1000;
  const resources = [...pendingRequests.values()].slice(0, 5).join(', ');
  const cause = resources ? `it still waits for ${resources}` : 'it waits for something that never comes';
  return `it did not end within ${seconds} seconds; ${cause}.`;
}
