import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../app/call';
import { showErrorToast } from '../../app/query-client';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { deleteInquiries, emptyQuarantine, restoreInquiries } from './inquiries.requests';
import type { Undo } from './use-inbox';
import { useInquiryCache } from './use-inquiry-cache';

interface DeleteOptions {
  /** Saves typed notes. @returns whether there is nothing left to save */
  saveNotes(inquiry: Inquiry): Promise<boolean>;
  discardDrafts(ids: ReadonlySet<string>): void;
  offerUndo(undo: Undo | null): void;
}

/** Deletes inquiries and, unless it is permanent, offers to undo that. Typed notes are saved first, so that a restore has them. */
export function useDeleteInquiries(
  reload: () => Promise<void>,
  { saveNotes, discardDrafts, offerUndo }: DeleteOptions,
) {
  const { toast } = useHost();
  const cache = useInquiryCache();
  const [deletingIds, setDeletingIds] = useState<ReadonlySet<string>>(new Set());
  const deletion = useMutation({
    async mutationFn({ inquiries, permanently }: { inquiries: readonly Inquiry[]; permanently: boolean }) {
      const ids = new Set<string>();
      try {
        await deleteInquiries(inquiries, permanently, (deleted) => {
          for (const id of deleted) ids.add(id);
        });
        return { ids, error: null };
      } catch (error) {
        if (ids.size === 0) throw error;
        return { ids, error };
      }
    },
    onError(error, { inquiries }) {
      const what = inquiries.length === 1 ? 'this inquiry' : 'these inquiries';
      showErrorToast(toast, `We could not delete ${what}`, error);
      // They may be deleted nevertheless, when only the response was lost.
      void reload();
    },
  });
  const restoring = useMutation({
    mutationFn: restoreInquiries,
    meta: { errorTitle: 'We could not undo the deletion' },
    // After a failure, too: some of many may be restored.
    onSettled: reload,
  });
  const emptying = useMutation({
    mutationFn: emptyQuarantine,
    meta: { errorTitle: 'We could not delete the likely spam' },
  });

  const offerRestoring = (ids: ReadonlySet<string>, what: string) =>
    offerUndo({
      key: [...ids].join(),
      message: `Deleted ${what}.`,
      id: ids.size === 1 ? ([...ids][0] ?? null) : null,
      offeredMs: null,
      async undo() {
        // A failure is shown as a toast.
        await restoring.mutateAsync([...ids]).then(
          () => offerUndo(null),
          () => undefined,
        );
      },
    });

  /** Saves the typed notes of inquiries. @returns the first inquiry whose notes could not be saved */
  const firstUnsaved = async (inquiries: readonly Inquiry[]) => {
    for (const inquiry of inquiries) if (!(await saveNotes(inquiry))) return inquiry;
    return undefined;
  };

  return {
    /** inquiries that are being deleted: nothing can be typed there */
    deletingIds,
    /** @param onDeleted receives the deleted inquiries while they are still in the list */
    async remove(
      inquiries: readonly Inquiry[],
      permanently: boolean,
      onDeleted: (deleted: readonly Inquiry[]) => void,
    ) {
      setDeletingIds(new Set(inquiries.map(({ _id }) => _id)));
      const unsaved = permanently ? undefined : await firstUnsaved(inquiries);
      if (unsaved) {
        const description = `We could not save the notes of the inquiry from ${unsaved.name}. Save or clear them, then delete again.`;
        toast({ title: 'Nothing was deleted', description, variant: 'destructive' });
      }
      const result = unsaved ? null : await deletion.mutateAsync({ inquiries, permanently }).catch(() => null);
      setDeletingIds(new Set());
      if (!result) return;
      const { ids, error } = result;
      const deleted = inquiries.filter(({ _id }) => ids.has(_id));
      const what =
        ids.size === 1 ? `the inquiry from ${deleted[0]?.name}` : formatCount(ids.size, 'inquiry', 'inquiries');
      if (error) {
        toast({
          title: 'We could not delete all of these inquiries',
          description: `${ids.size.toLocaleString('en-IN')} of ${formatCount(inquiries.length, 'inquiry', 'inquiries')} were deleted. ${failureText(error, 'Please try again.')}`,
          variant: 'destructive',
        });
      } else if (permanently) {
        toast({ title: 'Deleted permanently', description: `You cannot restore ${what}.` });
      }
      if (permanently) offerUndo(null);
      else offerRestoring(ids, what);
      onDeleted(deleted);
      cache.remove(({ _id }) => ids.has(_id));
      discardDrafts(ids);
      void reload();
    },
    /** Deletes the likely spam permanently, up to and including the inquiry `upTo`. */
    removeAllSpam: (upTo: string, onDeleted: () => void) =>
      emptying.mutate(upTo, {
        onSuccess() {
          onDeleted();
          cache.remove(({ _id }) => Number(_id) <= Number(upTo));
          void reload();
        },
      }),
  };
}
