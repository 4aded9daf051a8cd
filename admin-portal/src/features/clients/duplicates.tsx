import type { Client, Duplicate } from '@godhuli/contracts/clients';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { rows } from '../../ui/rows.styles';
import { muted } from '../../ui/text.styles';
import { box, buttons } from './client-detail.styles';
import { markAsDistinct, mergeClient, undoMerge } from './clients.requests';
import { shownKey } from './shown-contact';
import { useClientChange } from './use-client-changes';

/** Clients with the same phone or email, and those that were merged, with a way back. */
export function Duplicates({ client }: { client: Client }) {
  const { basePath, toast } = useHost();
  const [asked, setAsked] = useState<Duplicate | null>(null);
  const merge = useClientChange('We could not merge the clients', (other: Duplicate) => mergeClient(client, other), {
    onSuccess: (_, other) =>
      toast({ title: 'Clients merged', description: `${other.name} is part of ${client.name} now.` }),
  });
  const undo = useClientChange('We could not undo the merge', undoMerge, {
    onSuccess: ({ name }) => toast({ title: 'Merge undone', description: `${name} is a client of their own again.` }),
  });
  const keepApart = useClientChange('We could not save that they are two people', (other: Duplicate) =>
    markAsDistinct(client._id, other._id),
  );
  const isBusy = merge.isPending || undo.isPending || keepApart.isPending;
  if (client.duplicates.length + client.merged.length === 0) return null;
  return (
    <section css={box} aria-labelledby="client-duplicates" ref={moveFocusOnRemoval}>
      <h3 id="client-duplicates">Same person?</h3>
      {client.duplicates.length > 0 && (
        <p css={muted}>They share a phone number or email. A family with one phone stays separate.</p>
      )}
      <ul css={rows}>
        {client.duplicates.map((other) => (
          <li key={other._id} ref={moveFocusOnRemoval}>
            <div>
              <Link href={`${basePath}/dashboard/clients#${other._id}`}>{other.name}</Link>
              <small>
                {other.shared.map(shownKey).join(', ')},{' '}
                {other.inquiryCount === 1 ? '1 inquiry' : `${other.inquiryCount} inquiries`}
              </small>
            </div>
            <div css={buttons}>
              <Button size="small" isBusy={isBusy} onClick={() => setAsked(other)}>
                Merge {other.name}
              </Button>
              <Button size="small" isBusy={isBusy} onClick={() => keepApart.mutate(other)}>
                Not the same
              </Button>
            </div>
          </li>
        ))}
        {client.merged.map(({ _id, name, at, by }) => (
          <li key={_id} ref={moveFocusOnRemoval}>
            <div>
              {name}
              <small>
                Merged {formatTimestamp(at, new Date())}, by {by}
              </small>
            </div>
            <Button size="small" isBusy={isBusy} onClick={() => undo.mutate(_id)}>
              Undo merge of {name}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          question={`Merge ${asked.name} into ${client.name}?`}
          detail="Their inquiries, notes and tasks are shown together. You can undo this at any time."
          confirmLabel="Merge"
          isReversible
          isBusy={merge.isPending}
          onConfirm={() => merge.mutate(asked, { onSettled: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}
