import { HOST_CONTRACT, type RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';

/** The steps of loading a remote, in order: its files, its container, its module, and the contract it speaks. */
export type LoadStage = 'entry' | 'init' | 'expose' | 'contract';
export type LoadResult = { ok: true; remote: RemoteModule } | { ok: false; stage: LoadStage; cause: string };

/** One try to load a release. */
export interface LoadRequest {
  release: PageRelease;
  /** 0 for the first try in this page; any other number makes every address new, so that no failed answer is met again */
  attempt: number;
  /** says that the next step has begun */
  onStage(stage: LoadStage): void;
}
/** Fetches and runs a release's exposed module. The one port behind which module federation hides (tests replace it). */
export type LoadModule = (request: LoadRequest) => Promise<unknown>;

/** How long one step may take. */
export const STEP_LIMIT_MS = 5000;

const sentence = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);

/** Runs one try; each step has its own time. */
function tryOnce(load: LoadModule, release: PageRelease, attempt: number): Promise<LoadResult> {
  return new Promise((resolve) => {
    let stage: LoadStage = 'entry';
    let timer: ReturnType<typeof setTimeout>;
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      resolve({ ok: false, stage, cause: sentence(cause) });
    };
    const begin = (next: LoadStage) => {
      clearTimeout(timer);
      stage = next;
      timer = setTimeout(() => fail(`took longer than ${STEP_LIMIT_MS} ms`), STEP_LIMIT_MS);
    };
    begin('entry');
    load({ release, attempt, onStage: begin }).then((module) => {
      begin('contract');
      try {
        const remote = checkContract(module, release);
        clearTimeout(timer);
        resolve({ ok: true, remote });
      } catch (cause) {
        fail(cause);
      }
    }, fail);
  });
}

/** A release must export a remote of its own name that speaks this host's contract. */
function checkContract(module: unknown, release: PageRelease): RemoteModule {
  const remote = (module as { remote?: Partial<RemoteModule> } | null | undefined)?.remote;
  if (!remote) throw new Error('./remote does not export `remote`');
  if (remote.contract !== HOST_CONTRACT)
    throw new Error(`was built for contract ${String(remote.contract)}; this host supports ${HOST_CONTRACT}`);
  if (remote.name !== release.name) throw new Error(`is named ${String(remote.name)}, expected ${release.name}`);
  if (typeof remote.App !== 'function' && typeof remote.App !== 'object') throw new Error('does not export an App');
  return remote as RemoteModule;
}

let attempts = 0;

/**
 * Loads a release: bounded time for each step, and one retry with new addresses. Never throws.
 * @returns the remote, or the step that failed last and why
 */
export async function loadRemote(load: LoadModule, release: PageRelease, fresh = false): Promise<LoadResult> {
  const first = await tryOnce(load, release, fresh ? ++attempts : 0);
  // Another contract number or a missing export is in the bytes: asking again cannot help.
  if (first.ok || first.stage === 'contract') return first;
  return tryOnce(load, release, ++attempts);
}
