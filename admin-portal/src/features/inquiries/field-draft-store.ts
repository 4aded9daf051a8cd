import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../app/session/session';
import type { PipelineField } from './use-field-drafts';
import type { PipelineChange } from './use-inbox';

/** A chosen or typed value that is not saved yet. */
export interface FieldDraft {
  text: string;
  /** the version of the inquiry that the draft began from, and the text of the field in it */
  version: number;
  base: string;
  /** the text that is being saved, or null */
  sent: string | null;
  /** whether the field was left while an earlier text was being saved */
  isLeft: boolean;
  /** the save that failed, until something else is chosen or typed; null: none */
  failed: FailedSave | null;
}

interface FailedSave {
  inquiry: Inquiry;
  field: PipelineField;
  change: PipelineChange;
  /** whether it is sent again without the user: the server was not reached or failed, and nobody else's value is replaced */
  isRepeated: boolean;
}

type Drafts = ReadonlyMap<string, FieldDraft>;
type DraftStore = ReturnType<typeof createDraftStore>;

function createDraftStore(userName: string | undefined) {
  let drafts: Drafts = new Map();
  const listeners = new Set<() => void>();
  return {
    /** whose drafts they are */
    userName,
    get: () => drafts,
    set(next: Drafts) {
      drafts = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** by the query client of the portal */
const stores = new WeakMap<object, DraftStore>();

/**
 * Returns the store of the field drafts of this user. It outlives the inbox: a save can fail after the user has opened another
 * page, and the text is then there when the inbox is opened again. Another user does not get it.
 */
export function useDraftStore(): DraftStore {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [store] = useState(() => {
    const before = stores.get(queryClient);
    const next = before && before.userName === user?.name ? before : createDraftStore(user?.name);
    stores.set(queryClient, next);
    return next;
  });
  // A user who is renamed, or whose session ends, stays the same.
  useEffect(() => {
    if (user) store.userName = user.name;
  }, [user, store]);
  return store;
}
