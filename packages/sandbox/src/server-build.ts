import type { RenderInput, RenderOutput } from '@godhuli/contracts/host';
import { type Guest, type GuestResponse, startGuest } from './guest-process.js';
import type { Layers } from './launcher.js';
import type { LoadRequest, RenderRequest } from './messages.js';
import { checkRenderOutput } from './render-output.js';

export interface ServerBuildOptions {
  /** path in the release, for messages */
  path: string;
  source: string;
  /** processor time after the start of the sandbox, in seconds */
  cpuSeconds: number;
  /** as in `GuestLimits` */
  niceness?: number;
  /** milliseconds until it can render */
  startLimitMs: number;
  onStderr?(text: string): void;
  /** the layers of this machine, unless given */
  layers?: Layers;
}

/** A release's server build, loaded in a sandbox. */
export interface LoadedServerBuild extends Pick<Guest, 'pause' | 'kill' | 'ended'> {
  /** @throws GuestFailure when it fails, takes too long or returns no valid page */
  render(input: RenderInput, limitMs: number): Promise<{ output: RenderOutput } & Omit<GuestResponse, 'value'>>;
}

const HEAP_MB = 128;
const MEMORY_MB = 256;

/** Loads a server build in a sandbox; the gate and the front door both use it. @throws NoSandbox, GuestFailure */
export async function loadServerBuild(options: ServerBuildOptions): Promise<LoadedServerBuild> {
  const { path, source, cpuSeconds, niceness, ...others } = options;
  const limits = { cpuSeconds, niceness, memoryMb: MEMORY_MB, heapMb: HEAP_MB };
  const guest = await startGuest({ program: 'render', limits, ...others });
  try {
    const request: LoadRequest = { kind: 'load', path, source };
    await guest.request(request, options.startLimitMs);
  } catch (error) {
    guest.kill();
    throw error;
  }
  return {
    get ended() {
      return guest.ended;
    },
    pause: () => guest.pause(),
    kill: () => guest.kill(),
    async render(input, limitMs) {
      const request: RenderRequest = { kind: 'render', input };
      const { value, ...used } = await guest.request(request, limitMs);
      return { output: checkRenderOutput(value), ...used };
    },
  };
}
