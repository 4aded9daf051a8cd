import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

interface Move<Data> {
  /** Returns a list with the item at its new place. */
  apply(list: Data): Data;
  /** @param stored the list with the moves that the server has stored: one before this one may have failed */
  send(stored: Data): Promise<unknown>;
}

/** Moves of one list that are sent one after the other. */
interface Burst<Data> {
  queryKey: QueryKey;
  /** the list with the moves that the server has stored */
  stored: Data;
  hasFailed: boolean;
}

interface Moves {
  /** of the moves; several may wait */
  mutationKey: QueryKey;
  /** of the list */
  queryKey: QueryKey;
  errorTitle: string;
  reload(): Promise<unknown>;
}

/**
 * Returns a function that moves an item of an ordered list and says whether it could. A move shows at once and is undone when it
 * is not stored. The list is read again after the last move: a response in between would not have the moves that still wait.
 */
export function useMoves<Data>({ mutationKey, queryKey, errorTitle, reload }: Moves) {
  const queries = useQueryClient();
  const latest = useRef<Burst<Data> | null>(null);
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: ({ send, burst }: Move<Data> & { burst: Burst<Data> }) => send(burst.stored),
    meta: { errorTitle },
    onSettled: (_, error, { burst, apply }) => {
      if (error) burst.hasFailed = true;
      else burst.stored = apply(burst.stored);
      if (queries.isMutating({ mutationKey }) > 1) return;
      // Without a connection the list cannot be read again.
      if (burst.hasFailed) queries.setQueryData<Data>(burst.queryKey, (list) => list && burst.stored);
      return reload();
    },
  });
  return (move: Move<Data>): boolean => {
    const shown = queries.getQueryData<Data>(queryKey);
    // The list is still loading: what is shown is another one.
    if (shown === undefined) return false;
    // A response from before the move must not arrive after it.
    void queries.cancelQueries({ queryKey });
    const isWaiting = queries.isMutating({ mutationKey }) > 0;
    const isSameList = latest.current && hashKey(latest.current.queryKey) === hashKey(queryKey);
    if (!latest.current || !isWaiting || !isSameList) latest.current = { queryKey, stored: shown, hasFailed: false };
    queries.setQueryData(queryKey, move.apply(shown));
    mutate({ ...move, burst: latest.current });
    return true;
  };
}
