import type { HostApi } from '@godhuli/contracts/host';
import type { CurrentComposition } from '@godhuli/contracts/page';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useHost } from '../ui/host-context';

interface Code<Props> {
  default: ComponentType<Props>;
}
type Load<Props> = () => Promise<Code<Props>>;
type Release = HostApi['release'];

/** Why code could not be loaded: there is no connection, or its file is gone because a newer release is live. */
export type CodeFailure = 'lost' | 'replaced';

/** The components whose code has been loaded. */
const loaded = new Map<unknown, unknown>();

/** Loads the code of a component, and keeps it. */
export async function loadCode<Loaded extends { default: unknown }>(load: () => Promise<Loaded>): Promise<Loaded> {
  const code = await load();
  loaded.set(load, code.default);
  return code;
}

/** Why code could not be loaded is asked for so long; a connection that hangs counts as lost then. */
const TIMEOUT_MS = 10_000;

/** Requests a file past the browser's cache. @returns its HTTP status; 0 if it does not arrive */
async function statusOf(url: string | undefined): Promise<number> {
  if (!url) return 0;
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Returns the live version of a remote, or undefined if the server does not name it. */
async function liveVersion(remote: string): Promise<string | undefined> {
  try {
    const response = await fetch('/composition.json', {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ((await response.json()) as CurrentComposition).remotes[remote];
  } catch {
    return undefined;
  }
}

/**
 * Loads the code of a component, or returns why it could not be loaded.
 * @throws Error when the release is broken: the host then replaces it by the previous one
 */
async function loadOrExplain<Props>(load: Load<Props>, release: Release, isRepeated = false) {
  try {
    return await loadCode(load);
  } catch (error) {
    // webpack's error of a script that did not arrive; `request` is its URL.
    if (!(error instanceof Error && error.name === 'ChunkLoadError')) throw error;
    const status = await statusOf((error as { request?: string }).request);
    // The connection is back.
    if (status === 200 && !isRepeated) return loadOrExplain(load, release, true);
    if (![200, 404].includes(status)) return 'lost';
    const live = await liveVersion(release.name);
    if (live === undefined) return 'lost';
    if (live !== release.version) return 'replaced';
    throw error;
  }
}

/**
 * Loads the code of a component when it is first rendered. In place of React's `lazy`: after a fallback of Suspense, React holds
 * back for 300 ms whatever was waiting, however soon it could be shown, and `lazy` never requests failed code again. An error
 * of the code itself is thrown while rendering.
 * @param load the same function in every render
 */
export function useCode<Props>(load: Load<Props>) {
  const { name, version } = useHost().release;
  const [Content, setContent] = useState(() => loaded.get(load) as ComponentType<Props> | undefined);
  const [failure, setFailure] = useState<CodeFailure | null>(null);
  useEffect(() => {
    if (Content || failure) return;
    let isShown = true;
    loadOrExplain(load, { name, version }).then(
      (result) => {
        if (!isShown) return;
        if (typeof result === 'string') setFailure(result);
        else setContent(() => result.default);
      },
      (error: unknown) =>
        isShown &&
        setContent(() => {
          throw error;
        }),
    );
    return () => {
      isShown = false;
    };
  }, [load, name, version, Content, failure]);
  const retry = useCallback(() => setFailure(null), []);
  return { Content, failure, retry };
}
