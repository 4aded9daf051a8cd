import { css } from '@emotion/react';
import type { AuditEntry } from '@godhuli/contracts/audit';
import { type ReactElement, useState } from 'react';
import { loadAudit } from '../api/audit';
import { failureText } from '../api/call';
import { useLoad } from '../api/use-load';
import { LoadFailure } from '../controls/banner';
import { Button } from '../controls/button';
import { Empty } from '../controls/empty';
import { Skeleton } from '../controls/skeleton';
import { formatMoment } from '../format/moments';
import { useHost } from '../host/host-context';
import { PageHead } from '../layout/page-head';
import { actionWords, differences } from './audit-words';

const list = css`
  max-width: 60rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.875rem;
  & > li {
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--a-border);
  }
  & strong {
    font-weight: 600;
  }
  & small::first-letter {
    text-transform: uppercase;
  }
  & small {
    display: block;
    font-size: 0.8125rem;
    color: var(--a-muted);
    overflow-wrap: anywhere;
  }
  & summary {
    display: inline-flex;
    align-items: center;
    min-height: 1.75rem;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--a-link);
    cursor: pointer;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
  & dl {
    display: grid;
    gap: 0.25rem;
    margin-top: 0.25rem;
    font-size: 0.8125rem;
  }
  & dt {
    font-weight: 600;
  }
  & dd {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

const loadNewest = (signal: AbortSignal) => loadAudit(null, signal);

/** `/admin/dashboard/audit` (admins): who changed what and when, newest first. */
export default function AuditPage(): ReactElement {
  const host = useHost();
  const { result, retry, change } = useLoad(loadNewest);
  const [isBusy, setBusy] = useState(false);
  const isLoading = result.state === 'loading';
  const showOlder = async (next: string) => {
    setBusy(true);
    try {
      const older = await loadAudit(next);
      change(({ entries }) => ({ entries: [...entries, ...older.entries], next: older.next }));
    } catch (error) {
      const description = failureText(error, 'Please try again.');
      host.toast({ title: 'The older entries could not be loaded', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead
        title="Audit"
        note={isLoading ? 'Loading the audit…' : 'Who changed what, and who signed in. Entries are never changed.'}
        isLoading={isLoading}
      />
      {isLoading && (
        <div aria-hidden="true">
          <Skeleton style={{ height: '24rem', maxWidth: '60rem', borderRadius: 'var(--r-3)' }} />
        </div>
      )}
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>The audit could not be loaded. Check the connection and try again.</LoadFailure>
      )}
      {result.state === 'ready' && result.data.entries.length === 0 && (
        <Empty title="Nothing has happened yet">
          <p>Every change that staff make is written down here.</p>
        </Empty>
      )}
      {result.state === 'ready' && result.data.entries.length > 0 && (
        <>
          <ul css={list}>
            {result.data.entries.map((entry) => (
              <Entry key={entry._id} entry={entry} />
            ))}
          </ul>
          {result.data.next && (
            <Button
              css={{ marginTop: '1.25rem' }}
              disabled={isBusy}
              onClick={() => void showOlder(result.data.next ?? '')}
            >
              {isBusy ? 'Loading...' : 'Show older entries'}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }): ReactElement {
  const changes = differences(entry.before, entry.after);
  return (
    <li>
      <strong>{actionWords(entry.action)}</strong>
      <small>
        {formatMoment(entry.at, new Date())}, by {entry.by}
        {entry.network && ` from ${entry.network}`}
        {entry.entityId && `, ${/^\d+$/.test(entry.entityId) ? 'number ' : ''}${entry.entityId}`}
      </small>
      {changes.length > 0 && (
        <details>
          <summary aria-label={`Details: ${actionWords(entry.action)}, number ${entry._id}`}>Details</summary>
          <dl>
            {changes.map(({ field, was, is }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>
                  {was} → {is}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
