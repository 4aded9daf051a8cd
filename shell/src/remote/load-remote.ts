import { HOST_CONTRACT, type RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';

/** The steps of loading a remote, in order: its files, its container, its module, and its contract. */
export type LoadStep = 'entry' | 'init' | 'expose' | 'contract';
export type LoadResult = { ok: true; remote: RemoteModule } | { ok: false; step: LoadStep; cause: string };

/** One attempt to load a release. */
export interface LoadRequest {
  release: PageRelease;
  /** 0 for the first attempt in this page; any other number makes every URL new, so that no cached failure is used again */
  attempt: number;
  /** called when the next step starts */
  onStep(step: LoadStep): void;
}
/** Loads and runs the exposed module of a release. The only interface to module federation; tests replace it. */
export type LoadModule = (request: LoadRequest) => Promise<unknown>;

/** How long one step may take, in milliseconds. */
export const STEP_LIMIT_MS = 5000;

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);

/** Runs one attempt with a time limit for each step. */
function tryOnce(load: LoadModule, release: PageRelease, attempt: number): Promise<LoadResult> {
  return new Promise((resolve) => {
    let step: LoadStep = 'entry';
    let timer: ReturnType<typeof setTimeout>;
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      resolve({ ok: false, step, cause: messageOf(cause) });
    };
    const begin = (next: LoadStep) => {
      clearTimeout(timer);
      step = next;
      timer = setTimeout(() => fail(`took longer than ${STEP_LIMIT_MS} ms`), STEP_LIMIT_MS);
    };
    begin('entry');
    load({ release, attempt, onStep: begin }).then((module) => {
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

/** Returns the remote of a module. @throws Error unless it has the release's name and this host's contract */
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
 * Loads a release with a time limit for each step and one retry with new URLs. Never throws.
 * @returns the remote, or the step that failed last and its cause
 */
export async function loadRemote(load: LoadModule, release: PageRelease, fresh = false): Promise<LoadResult> {
  const first = await tryOnce(load, release, fresh ? ++attempts : 0);
  // A retry cannot change the contract number or a missing export.
  if (first.ok || first.step === 'contract') return first;
  return tryOnce(load, release, ++attempts);
}
