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
import { actionWords, differences, itemWords } from './audit-words';

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
      host.toast({ title: 'We could not load older entries', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead
        title="Audit log"
        note={isLoading ? 'Loading the audit log…' : 'All changes and sign-ins. Entries cannot be edited or deleted.'}
        isLoading={isLoading}
      />
      {isLoading && (
        <div aria-hidden="true">
          <Skeleton style={{ height: '24rem', maxWidth: '60rem', borderRadius: 'var(--r-3)' }} />
        </div>
      )}
      {result.state === 'failed' && (
        <LoadFailure onRetry={retry}>We could not load the audit log. Check your connection and try again.</LoadFailure>
      )}
      {result.state === 'ready' && result.data.entries.length === 0 && (
        <Empty title="No entries yet">
          <p>Every change that staff make appears here.</p>
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
  const item = itemWords(entry);
  const moment = formatMoment(entry.at, new Date());
  return (
    <li>
      <strong>{actionWords(entry.action)}</strong>
      {item && ` · ${item}`}
      <small>
        {moment}, by {entry.by}
        {entry.network && ` from ${entry.network}`}
      </small>
      {changes.length > 0 && (
        <details>
          <summary aria-label={`Details: ${actionWords(entry.action)}${item && ` · ${item}`}, ${moment}`}>
            Details
          </summary>
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
