import type { SiteDocument } from '@godhuli/contracts/publishing';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { formatTimestamp } from '../../ui/format-timestamp';
import { rows } from '../../ui/rows.styles';
import { historyQuery, restoreRevision } from './site.requests';

interface HistoryDialogProps {
  document: SiteDocument;
  onClose(): void;
  onRestored(): void;
}

/** Who changed a document and when; each version can be restored as a draft. */
export function HistoryDialog({ document, onClose, onRestored }: HistoryDialogProps) {
  const query = useQuery(historyQuery(document));
  const restore = useMutation({
    mutationFn: (id: string) => restoreRevision(id, document.version),
    meta: { errorTitle: 'The version was not restored' },
    onSuccess: onRestored,
  });
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
                    <Button size="small" isBusy={restore.isPending} onClick={() => restore.mutate(_id)}>
                      Restore as draft
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </div>
    </Modal>
  );
}
