import type { InquiriesBulk, Inquiry, InquiryOwner } from '@godhuli/contracts/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../app/call';
import { showErrorToast } from '../../app/query-client';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { changeSeveral, type EarlierPlace, setBackSeveral } from './pipeline.requests';
import type { Inbox } from './use-inbox';
import { ownersQuery } from './use-owners';

const inquiriesIn = (count: number) => formatCount(count, 'inquiry', 'inquiries');

/** Returns what happened to inquiries: 'set to Met and given to Ravi'. */
function changeText({ stage, ownerId, quarantined }: InquiriesBulk['change'], owners: readonly InquiryOwner[]): string {
  const owner = owners.find(({ _id }) => _id === ownerId)?.name ?? 'another owner';
  return [
    stage && `set to ${stage}`,
    ownerId !== undefined && (ownerId === null ? 'left without an owner' : `given to ${owner}`),
    quarantined !== undefined && (quarantined ? 'marked as spam' : 'moved to the inbox'),
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Returns the places to which an undo sets changed inquiries back: of those that had another one. */
function earlierPlaces(inquiries: readonly Inquiry[], change: InquiriesBulk['change']): EarlierPlace[] {
  const { stage, ownerId, quarantined } = change;
  const moved = inquiries.filter(
    (inquiry) =>
      (stage !== undefined && inquiry.stage !== stage) ||
      (ownerId !== undefined && inquiry.ownerId !== ownerId) ||
      (quarantined === true && !inquiry.quarantined),
  );
  return moved.map((inquiry) => ({
    _id: inquiry._id,
    // Each change increments the version.
    version: inquiry.version + 1,
    ...(stage !== undefined && { stage: inquiry.stage, lostReason: inquiry.lostReason }),
    ...(ownerId !== undefined && { ownerId: inquiry.ownerId }),
    ...(quarantined === true && { quarantined: false as const }),
  }));
}

/**
 * Changes several inquiries, says what happened to how many and how many someone else had changed before, and offers to undo a
 * change of stage or owner and a mark as spam.
 * @param onDone receives the ids that need no further attempt: changed, or deleted by someone else
 */
export function useBulkChange(
  { offerUndo, recordOwnVersion }: Pick<Inbox, 'offerUndo' | 'recordOwnVersion'>,
  { reload, onDone }: { reload(): Promise<void>; onDone(ids: ReadonlySet<string>): void },
) {
  const { toast } = useHost();
  const queries = useQueryClient();

  const offerUndoing = (places: EarlierPlace[], message: string) =>
    offerUndo({
      key: `bulk ${places.map(({ _id, version }) => `${_id} ${version}`).join()}`,
      message,
      id: null,
      offeredMs: null,
      async undo() {
        const { changed, conflicts, error } = await setBackSeveral(places);
        for (const { _id, version } of places) if (changed.includes(_id)) recordOwnVersion(_id, version, version + 1);
        if (error && changed.length === 0) showErrorToast(toast, 'We could not undo the change', error);
        else if (error || conflicts.length > 0) {
          const reasons = [
            conflicts.length > 0 &&
              `${formatCount(conflicts.length, 'inquiry was', 'inquiries were')} changed or deleted since, and ${conflicts.length === 1 ? 'was' : 'were'} not set back.`,
            error && failureText(error, 'Please try again.'),
          ];
          const title = `${changed.length} of ${inquiriesIn(places.length)} set back`;
          toast({ title, description: reasons.filter(Boolean).join(' '), variant: 'destructive' });
        }
        // After a failure it can be tried again: what was set back already stays so.
        if (!error) offerUndo(null);
        await reload();
      },
    });

  const { mutate, isPending } = useMutation({
    mutationFn: ({ inquiries, change }: { inquiries: readonly Inquiry[]; change: InquiriesBulk['change'] }) =>
      changeSeveral(inquiries, change),
    meta: { errorTitle: 'We could not change these inquiries' },
    onSuccess({ changed, conflicts, error }, { inquiries, change }) {
      const ids = new Set(changed);
      const done = inquiries.filter(({ _id }) => ids.has(_id));
      for (const { _id, version } of done) recordOwnVersion(_id, version, version + 1);
      const owners = queries.getQueryData(ownersQuery.queryKey) ?? [];
      const title = `${inquiriesIn(changed.length)} ${changeText(change, owners)}`;
      const places = earlierPlaces(done, change);
      if (places.length > 0) offerUndoing(places, `${title}.`);
      if (error) {
        const description = `${changed.length} of ${inquiriesIn(inquiries.length)} were changed. ${failureText(error, 'Please try again.')}`;
        toast({ title: 'We could not change all of these inquiries', description, variant: 'destructive' });
      } else if (conflicts.length > 0) {
        const others = formatCount(conflicts.length, 'inquiry was', 'inquiries were');
        const description = `${others} changed or deleted by someone else and stayed as they are.`;
        toast({ title, description, variant: 'destructive' });
      } else if (places.length === 0) toast({ title });
      const gone = conflicts.filter(({ reason }) => reason === 'deleted').map(({ _id }) => _id);
      onDone(new Set([...changed, ...gone]));
    },
    onSettled: reload,
  });
  return { changeSeveral: mutate, isChanging: isPending };
}
