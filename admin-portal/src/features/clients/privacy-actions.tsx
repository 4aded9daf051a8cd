import type { Client } from '@godhuli/contracts/clients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { useHost } from '../../ui/host-context';
import { muted } from '../../ui/text.styles';
import { box, buttons } from './client-detail.styles';
import { CLIENTS, eraseClient, exportClient } from './clients.requests';
import { RetentionDialog } from './retention-dialog';

/** Saves a text as a file of the browser. */
function download(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What a person may ask for: a copy of their data, and its erasure. For admins. */
export function PrivacyActions({ client, onErased }: { client: Client; onErased(): void }) {
  const { toast } = useHost();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const exporting = useMutation({
    mutationFn: () => exportClient(client._id),
    meta: { errorTitle: 'We could not export the data' },
    onSuccess: (data) => download(`client-${client._id}.json`, JSON.stringify(data, null, 2)),
  });
  const erase = useMutation({
    mutationFn: () => eraseClient(client),
    meta: { errorTitle: 'We could not erase the client' },
    onError: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
    // The record is not read again: it is gone.
    onSuccess: ({ keptBookings }) => {
      toast({
        title: 'Client erased',
        description: keptBookings > 0 ? 'Dates and amounts of bookings stay for the accounts.' : 'Nothing is left.',
      });
      onErased();
    },
  });
  return (
    <section css={box} aria-labelledby="client-privacy">
      <h3 id="client-privacy">Privacy</h3>
      <p css={muted}>
        Send a person a copy of their data, or erase it when they ask. Bookings keep their dates, and inquiries their
        value, without a name: the accounts need them. Backups keep the data until you delete them.
      </p>
      <div css={buttons}>
        <Button size="small" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          Export as JSON
        </Button>
        <Button size="small" variant="quiet-bad" isBusy={erase.isPending} onClick={() => setAsking(true)}>
          Erase client
        </Button>
        <Button size="small" onClick={() => setSetting(true)}>
          How long data is kept
        </Button>
      </div>
      {isAsking && (
        <Confirm
          question={`Erase ${client.name}?`}
          detail={`${client.duplicates.length > 0 ? 'Possible duplicates are not erased: merge them first. ' : ''}This erases ${client.inquiryCount === 1 ? '1 inquiry' : `${client.inquiryCount} inquiries`}, all notes, tasks and files, and what the audit log says about them. It cannot be undone. Dates and amounts of bookings stay for the accounts.`}
          confirmLabel="Erase"
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate(undefined, { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
      {isSetting && <RetentionDialog onClose={() => setSetting(false)} />}
    </section>
  );
}
