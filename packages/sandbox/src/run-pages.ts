import { startGuest } from './guest-process.js';
import type { GuestLimits } from './launcher.js';
import type { PageRequest } from './messages.js';

const HEAP_MB = 256;
const MEMORY_MB = 384;

/**
 * Loads a release in a document as a page does, and renders or mounts its pages.
 * @returns whether all of them are empty
 * @throws NoSandbox, or GuestFailure with the step that failed
 */
export async function runPages(
  request: PageRequest,
  {
    startLimitMs,
    limitMs,
    ...limits
  }: Pick<GuestLimits, 'cpuSeconds' | 'niceness'> & { startLimitMs: number; limitMs: number },
): Promise<boolean> {
  const guest = await startGuest({
    program: 'page',
    limits: { ...limits, memoryMb: MEMORY_MB, heapMb: HEAP_MB },
    startLimitMs,
  });
  try {
    return (await guest.request(request, limitMs)).value === true;
  } finally {
    guest.kill();
  }
}
