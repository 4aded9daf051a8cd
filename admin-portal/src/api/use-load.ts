import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<Data> =
  | { state: 'loading'; data: undefined }
  | { state: 'failed'; data: undefined }
  | { state: 'ready'; data: Data };

export interface Load<Data> {
  result: Loaded<Data>;
  /** Asks again. What is shown stays until the answer comes; a failure keeps it too. */
  reload(): Promise<void>;
  /** Asks again from the beginning, with the loading state. */
  retry(): void;
  /** Replaces what is shown by what is already known. */
  change(update: (data: Data) => Data): void;
}

/** Loads once when mounted. An older answer never overwrites a newer one. `load` must be stable. */
export function useLoad<Data>(load: (signal: AbortSignal) => Promise<Data>): Load<Data> {
  const [result, setResult] = useState<Loaded<Data>>({ state: 'loading', data: undefined });
  const current = useRef<AbortController | null>(null);

  const reload = useCallback(async () => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    try {
      const data = await load(controller.signal);
      // A long list is drawn in slices, so that the page answers meanwhile.
      if (!controller.signal.aborted) startTransition(() => setResult({ state: 'ready', data }));
    } catch {
      // Every failing call has been logged where it was made (API-7).
      if (controller.signal.aborted) return;
      setResult((before) => (before.state === 'ready' ? before : { state: 'failed', data: undefined }));
    }
  }, [load]);

  const retry = useCallback(() => {
    setResult({ state: 'loading', data: undefined });
    void reload();
  }, [reload]);

  const change = useCallback((update: (data: Data) => Data) => {
    setResult((before) => (before.state === 'ready' ? { state: 'ready', data: update(before.data) } : before));
  }, []);

  useEffect(() => {
    void reload();
    return () => current.current?.abort();
  }, [reload]);

  return { result, reload, retry, change };
}
