import type { Dashboard, DashboardEntry } from '@godhuli/contracts/dashboard';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryResult } from '../../app/query-result';
import { textLink } from '../../ui/button.styles';
import { formatDay, formatDue, formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { Pill } from '../../ui/pill';
import { Skeleton } from '../../ui/skeleton';
import { muted } from '../../ui/text.styles';
import { workingDay } from './dashboard.requests';
import { sectionHead } from './dashboard.styles';
import { WeeksChart } from './weeks-chart';
import { grid, list, wide } from './working-day.styles';

/** Actions of the last publish, as sentences. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'releases.promote': 'Release published',
  'releases.publish': 'Release uploaded',
};

/** What a working day begins with: replies that are due, shoots, holds that end, and the numbers of the last weeks. */
export function WorkingDay() {
  const query = useQuery(workingDay);
  return (
    <div css={{ marginTop: '1.75rem' }}>
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '14rem' }} />}
        failure="We could not load what is due today. Check your connection and try again."
      >
        {(data) => (
          <div css={grid}>
            <DueNow data={data} />
            <DueTasks data={data} />
            <Shoots data={data} />
            <EndingHolds data={data} />
            <section aria-labelledby="dashboard-weeks" css={wide}>
              <h2 id="dashboard-weeks">Inquiries and bookings</h2>
              <WeeksChart weeks={data.weeks} sources={data.sources} />
              <LastPublish publish={data.lastPublish} />
            </section>
          </div>
        )}
      </QueryResult>
    </div>
  );
}

interface PanelProps {
  id: string;
  title: string;
  note?: string;
  page: string;
  pageLabel: string;
  none: string;
  children: ReactNode[];
}

function Panel({ id, title, note, page, pageLabel, none, children }: PanelProps) {
  const { basePath } = useHost();
  return (
    <section aria-labelledby={id}>
      <div css={sectionHead}>
        <h2 id={id}>{title}</h2>
        <Link css={textLink} href={`${basePath}/dashboard/${page}`}>
          {pageLabel}
        </Link>
      </div>
      {note && <p css={muted}>{note}</p>}
      {children.length === 0 ? <p css={muted}>{none}</p> : <ul css={list}>{children}</ul>}
    </section>
  );
}

function DueNow({ data: { dueNow, dueCount, unanswered } }: { data: Dashboard }) {
  const { basePath } = useHost();
  const now = new Date();
  return (
    <Panel
      id="dashboard-due"
      title="Due now"
      note={unanswered === 0 ? undefined : `${dueCount} due now, ${unanswered} unanswered`}
      page="inquiries"
      pageLabel="Open inbox"
      none="No reply is due in the next four hours."
    >
      {dueNow.map(({ _id, name, replyDueAt }) => {
        const due = formatDue(replyDueAt, now);
        return (
          <li key={_id}>
            <Link href={`${basePath}/dashboard/inquiries#${_id}`}>
              <strong>{name}</strong>
              {due.isOverdue ? <Pill variant="bad">{due.text}</Pill> : <span>{due.text}</span>}
            </Link>
          </li>
        );
      })}
    </Panel>
  );
}

function DueTasks({ data: { dueTasks, today } }: { data: Dashboard }) {
  const { basePath } = useHost();
  return (
    <Panel
      id="dashboard-tasks"
      title="Tasks"
      page="clients?show=due"
      pageLabel="Open clients"
      none="No task is due today."
    >
      {dueTasks.map(({ _id, text, dueOn, clientId, clientName }) => (
        <li key={_id}>
          <Link href={`${basePath}/dashboard/clients#${clientId}`}>
            <span>
              <strong>{text}</strong>
              <small>{clientName}</small>
            </span>
            {dueOn < today ? <Pill variant="bad">{formatDay(dueOn)}</Pill> : <span>Today</span>}
          </Link>
        </li>
      ))}
    </Panel>
  );
}

function Shoots({ data: { shoots, today } }: { data: Dashboard }) {
  return (
    <Panel
      id="dashboard-shoots"
      title="Today and this week"
      page="calendar"
      pageLabel="Open calendar"
      none="No shoots in the next seven days."
    >
      {shoots.map((entry) => (
        <Entry key={entry._id} entry={entry}>
          {entry.startsOn <= today ? <Pill variant="warning">Today</Pill> : <span>{formatDay(entry.startsOn)}</span>}
        </Entry>
      ))}
    </Panel>
  );
}

function EndingHolds({ data: { endingHolds } }: { data: Dashboard }) {
  return (
    <Panel
      id="dashboard-holds"
      title="Holds that end soon"
      page="calendar"
      pageLabel="Open calendar"
      none="No hold ends in the next three days."
    >
      {endingHolds.map((entry) => (
        <Entry key={entry._id} entry={entry}>
          <span>Ends {formatDay(entry.heldUntil ?? entry.startsOn)}</span>
        </Entry>
      ))}
    </Panel>
  );
}

function Entry({ entry, children }: { entry: DashboardEntry; children: ReactNode }) {
  const { basePath } = useHost();
  const { title, kind, city, crew, startsOn, ceremonies } = entry;
  const first = ceremonies[0];
  return (
    <li>
      <Link href={`${basePath}/dashboard/calendar?view=agenda&month=${startsOn.slice(0, 7)}`}>
        <span>
          <strong>{title}</strong>
          <small>
            {[kind === 'hold' && 'Hold', city, crew, first && `${first.startsAt} ${first.name}`]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        {children}
      </Link>
    </li>
  );
}

function LastPublish({ publish }: { publish: Dashboard['lastPublish'] }) {
  if (!publish) return null;
  const { at, by, action } = publish;
  return (
    <p css={[muted, { marginTop: '.75rem' }]}>
      {PUBLISHED[action] ?? 'Website changed'} {formatTimestamp(at, new Date())}, by {by}.
    </p>
  );
}
