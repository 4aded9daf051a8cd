import { startGuest } from './guest-process.js';
import type { GuestLimits } from './launcher.js';
import type { ScriptProblems, ScriptsRequest } from './messages.js';

const HEAP_MB = 256;
const MEMORY_MB = 384;

/**
 * Parses the scripts of a release and looks for what the gate forbids. The time that a parser needs can grow with the square of
 * a script's size, so it runs where processor time and memory are limited.
 * @throws NoSandbox, or GuestFailure with the script that was read last
 */
export async function readScripts(
  request: ScriptsRequest,
  {
    startLimitMs,
    limitMs,
    ...limits
  }: Pick<GuestLimits, 'cpuSeconds' | 'niceness'> & { startLimitMs: number; limitMs: number },
): Promise<ScriptProblems> {
  const guest = await startGuest({
    program: 'scripts',
    limits: { ...limits, memoryMb: MEMORY_MB, heapMb: HEAP_MB },
    startLimitMs,
  });
  try {
    return (await guest.request(request, limitMs)).value as ScriptProblems;
  } finally {
    guest.kill();
  }
}
