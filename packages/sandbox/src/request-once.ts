import { startGuest } from './guest-process.js';
import type { GuestLimits } from './launcher.js';

const HEAP_MB = 256;
const MEMORY_MB = 384;

export type OnceLimits = Pick<GuestLimits, 'cpuSeconds' | 'niceness'> & { startLimitMs: number; limitMs: number };

/**
 * Starts a guest for one request, and ends it.
 * @throws NoSandbox, or GuestFailure with the step that failed
 */
export async function requestOnce(
  program: Parameters<typeof startGuest>[0]['program'],
  request: unknown,
  { startLimitMs, limitMs, ...limits }: OnceLimits,
): Promise<unknown> {
  const guest = await startGuest({
    program,
    limits: { ...limits, memoryMb: MEMORY_MB, heapMb: HEAP_MB },
    startLimitMs,
  });
  try {
    return (await guest.request(request, limitMs)).value;
  } finally {
    guest.kill();
  }
}
