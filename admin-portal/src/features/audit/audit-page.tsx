import { type AuditEntry, auditPageSchema } from '@godhuli/contracts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../app/call';
import { PageHead } from '../../app/layout/page-head';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { Empty } from '../../ui/empty';
import { formatTimestamp } from '../../ui/format-timestamp';
import { Skeleton } from '../../ui/skeleton';
import * as styles from './audit.styles';
import { actionLabel, differences, itemLabel } from './audit-labels';

/** `/admin/dashboard/audit` (admins): who changed what and when, newest first. */
export default function AuditPage() {
  const audit = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => call(auditPageSchema, `/api/admin/audit${pageParam}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next && `?cursor=${next}`,
  });
  const state = stateOf(audit);
  const isLoading = state === 'loading';
  const entries = audit.data?.pages.flatMap((page) => page.entries) ?? [];
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
      {state === 'failed' && (
        <LoadFailure onRetry={() => void audit.refetch()}>
          We could not load the audit log. Check your connection and try again.
        </LoadFailure>
      )}
      {state === 'ready' && entries.length === 0 && (
        <Empty title="No entries yet">
          <p>Every change that staff make appears here.</p>
        </Empty>
      )}
      {entries.length > 0 && (
        <>
          <ul css={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry._id} entry={entry} />
            ))}
          </ul>
          <LoadMore query={audit} errorTitle="We could not load older entries">
            Show older entries
          </LoadMore>
        </>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const changes = differences(entry.before, entry.after);
  const item = itemLabel(entry);
  const label = actionLabel(entry.action);
  const timestamp = formatTimestamp(entry.at, new Date());
  return (
    <li>
      <strong>{label}</strong>
      {item && ` · ${item}`}
      <small>
        {timestamp}, by {entry.by}
        {entry.network && ` from ${entry.network}`}
      </small>
      {changes.length > 0 && (
        <details>
          <summary aria-label={`Details: ${label}${item && ` · ${item}`}, ${timestamp}`}>Details</summary>
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
