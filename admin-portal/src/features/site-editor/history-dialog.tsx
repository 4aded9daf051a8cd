import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Confirm, Modal, ModalHead } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { formatTimestamp } from '../../ui/format-timestamp';
import { rows } from '../../ui/rows.styles';
import { historyQuery } from './site.requests';

interface HistoryDialogProps {
  document: SiteDocument;
  /** whether a restore replaces what was typed */
  isDirty: boolean;
  onRestore(id: string): Promise<void>;
  onClose(): void;
}

/** Who changed a document and when; each version can be restored as a draft. */
export function HistoryDialog({ document, isDirty, onRestore, onClose }: HistoryDialogProps) {
  const query = useQuery(historyQuery(document));
  const restore = useMutation({
    mutationFn: onRestore,
    meta: { errorTitle: 'The version was not restored' },
    onSuccess: onClose,
  });
  /** the version to restore, while the user is asked about what was typed */
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Modal aria-labelledby="history-title" isWide onCloseRequest={onClose}>
      <ModalHead id="history-title" title={`History of ${document.label}`} onClose={onClose} />
      <div css={modalBody}>
        <QueryResult query={query} skeleton={<p role="status">Loading…</p>} failure="We could not load the history.">
          {({ revisions }) =>
            revisions.length === 0 ? (
              <p>Nothing was changed yet.</p>
            ) : (
              <ul css={rows}>
                {revisions.map(({ _id, label, by, at, state }) => (
                  <li key={_id}>
                    <div>
                      {state === 'published' ? 'Published' : 'Discarded draft'}: {label}
                      <small>
                        {by}, {formatTimestamp(at, new Date())}
                      </small>
                    </div>
                    <Button
                      size="small"
                      isBusy={restore.isPending}
                      onClick={() => (isDirty ? setAsked(_id) : restore.mutate(_id))}
                    >
                      Restore as draft
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
      {asked !== null && (
        <Confirm
          question="Replace what you typed?"
          confirmLabel="Replace"
          cancelLabel="Keep editing"
          onConfirm={() => {
            setAsked(null);
            restore.mutate(asked);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </Modal>
  );
}
