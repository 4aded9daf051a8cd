import { reportStep, settleFirst } from './channel.js';
import { causeOf, Failure } from './failure.js';

/** How long one step may wait, in ticks: a busy machine ticks slower, so that its delays do not count as a release's. */
const LIMIT = { ticks: 40, tickMs: 100 };
const { setInterval, clearInterval } = globalThis;

/** What a page has requested and not received, by the object that waits for it. */
export const awaited = new Map<object, string>();

/** Runs one step of a check; names it when it fails or never ends. */
export async function runStep<Value>(name: string, run: () => Value | Promise<Value>): Promise<Value> {
  reportStep(name);
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    let ticks = 0;
    timer = setInterval(() => {
      ticks += 1;
      if (ticks >= LIMIT.ticks) reject(new Failure(`${name}: ${hangMessage()}`));
    }, LIMIT.tickMs);
  });
  try {
    return await settleFirst<Value>((async () => run())(), late);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${name}: ${causeOf(error)}`);
  } finally {
    clearInterval(timer);
  }
}

function hangMessage(): string {
  const seconds = (LIMIT.ticks * LIMIT.tickMs) / 1000;
  const resources = [...awaited.values()].slice(0, 5).join(', ');
  const cause = resources ? `it still waits for ${resources}` : 'it waits for something that never comes';
  return `it did not end within ${seconds} seconds; ${cause}.`;
}
