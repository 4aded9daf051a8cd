import { ApiError } from '@godhuli/contracts/api-error';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { INQUIRIES } from '../../app/query-keys';
import { useInquiryCache } from './use-inquiry-cache';

const SAVES = [INQUIRIES, 'save'];

interface Save {
  id: string;
  /** the version that the change was made on */
  version: number;
  request(version: number): Promise<Inquiry>;
  /** title of the toast that a failure shows */
  errorTitle: string;
  /** what the toast says after the reason */
  errorHint?: string;
  onError?(error: unknown): void;
}

export type SaveInquiry = ReturnType<typeof useSaveInquiry>;

/**
 * Saves changes of inquiries. Every change carries the version that it was made on, so nobody overwrites a change that
 * they have not seen. Saves of one inquiry run one after another.
 */
export function useSaveInquiry() {
  const queryClient = useQueryClient();
  const cache = useInquiryCache();
  const [conflictId, setConflictId] = useState<string | null>(null);
  /** The version that a save of this user made of an earlier one, by id and earlier version. */
  const ownVersions = useRef(new Map<string, number>());
  const [savingIds, setSavingIds] = useState<ReadonlySet<string>>(new Set());
  const isSaving = (id: string) => queryClient.isMutating({ mutationKey: [...SAVES, id] }) > 0;

  /** Returns the newest version that came from `version` by this user's saves alone: those are no conflict. */
  const newestOwnVersion = (id: string, version: number): number => {
    const next = ownVersions.current.get(`${id} ${version}`);
    return next === undefined ? version : newestOwnVersion(id, next);
  };

  return {
    savingIds,
    isSaving,
    /** the inquiry that someone else changed, by id */
    conflictId,
    clearConflict: () => setConflictId(null),
    /** Records that a change of this user which is not a save, as of several inquiries, made version `to` of `from`. */
    recordOwnVersion: (id: string, from: number, to: number) => void ownVersions.current.set(`${id} ${from}`, to),
    /** @returns the saved inquiry, or null when it was not saved and an error toast is shown */
    async save({ id, version, request, errorTitle, errorHint, onError }: Save) {
      // Not `useMutation`: its scope is one for all calls, and saves of different inquiries do not wait for each other.
      const mutation = queryClient.getMutationCache().build<Inquiry, unknown, void, unknown>(queryClient, {
        mutationKey: [...SAVES, id],
        scope: { id: `${INQUIRIES} ${id}` },
        meta: { errorTitle, errorHint },
        async mutationFn() {
          const from = newestOwnVersion(id, version);
          const changed = await request(from);
          if (changed.version > from) ownVersions.current.set(`${id} ${from}`, changed.version);
          return changed;
        },
        onSuccess(changed) {
          cache.update(changed);
          setConflictId((conflict) => (conflict === id ? null : conflict));
        },
        onError(error) {
          if (error instanceof ApiError && error.status === 409) setConflictId(id);
          onError?.(error);
        },
      });
      setSavingIds((ids) => new Set(ids).add(id));
      const saved = await mutation.execute().catch(() => null);
      if (!isSaving(id)) setSavingIds((ids) => new Set([...ids].filter((other) => other !== id)));
      return saved;
    },
  };
}
