import { ApiError } from '@godhuli/contracts/api-error';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Deletion<Item> {
  /** 'story' */
  noun: string;
  remove(item: Item): Promise<unknown>;
  restore(id: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Removes the item from the list that is shown, before that is read again. */
  onDeleted?(item: Item): void;
}

/** Deletes items of a list and reads the list again; the last deletion can be undone. Failures are shown as toasts. */
export function useDeletion<Item extends { _id: string; title: string }>(options: Deletion<Item>) {
  const { noun, remove, restore, reload, onDeleted } = options;
  const [deleted, setDeleted] = useState<Item | null>(null);
  const removal = useMutation({
    mutationFn: remove,
    meta: { errorTitle: ({ title }: Item) => `We could not delete “${title}”` },
    onSuccess: (_, item) => {
      onDeleted?.(item);
      setDeleted(item);
      return reload();
    },
    // Someone else's version: the next question shows it.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? reload() : undefined),
  });
  const restoration = useMutation({
    mutationFn: restore,
    meta: { errorTitle: `We could not restore this ${noun}` },
    onSuccess: () => {
      setDeleted(null);
      return reload();
    },
  });

  return {
    remove: removal.mutate,
    deleted,
    undoDelete: async () => {
      if (deleted) await restoration.mutateAsync(deleted._id).catch(() => undefined);
    },
    dismissDeleted: () => setDeleted(null),
  };
}
