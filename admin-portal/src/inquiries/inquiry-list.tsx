import { css } from '@emotion/react';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { type ReactElement, useEffect, useRef } from 'react';
import { Button } from '../controls/button';
import { BadPill, StatusPill } from '../controls/pill';
import { Skeleton } from '../controls/skeleton';
import { formatAge, formatDay, formatDue } from '../format/moments';
import { eventTypeLabel } from './event-types';

const list = css`
  flex: 1;
  overflow: auto;
  & li {
    content-visibility: auto;
    contain-intrinsic-size: auto 6.75rem;
  }
`;
const row = css`
  position: relative;
  display: grid;
  gap: 0.3rem;
  width: 100%;
  padding: 0.875rem 1.25rem 0.95rem;
  border-bottom: 1px solid var(--a-border);
  text-align: left;
  font-size: 0.875rem;
  &:hover {
    background: var(--a-hover);
  }
  &[aria-current] {
    background: var(--a-canvas);
  }
  &[aria-current]::before {
    content: '';
    position: absolute;
    inset: 0 auto 0 0;
    width: 3px;
    background: var(--a-mark);
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  & > span {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    min-width: 0;
  }
  & > span:nth-of-type(2),
  & > span:first-of-type > time {
    color: var(--a-muted);
    font-size: 0.8125rem;
    flex: none;
  }
  & strong {
    font-weight: 500;
    font-size: 0.9375rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &[data-unread] strong {
    font-weight: 650;
  }
  & > span:last-of-type {
    color: var(--a-muted);
    display: -webkit-box;
    -webkit-line-clamp: 1;
    -webkit-box-orient: vertical;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
`;
const pills = css`
  display: flex;
  gap: 0.375rem;
`;

const date = css`
  color: var(--a-fg);
  font-weight: 500;
`;
const pickedBox = css`
  flex: none;
  width: 1.125rem;
  height: 1.125rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: 4px;
  background: var(--a-surface);
  [aria-pressed='true'] & {
    border-color: var(--a-primary);
    background: var(--a-primary) center / 70% no-repeat
      url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12' fill='none' stroke='white' stroke-width='2'%3E%3Cpath d='m2 6.5 3 3 5-6.5'/%3E%3C/svg%3E");
  }
`;
const more = css`
  display: grid;
  place-items: center;
  padding: 0.75rem;
`;

interface InquiryListProps {
  inquiries: readonly Inquiry[];
  currentId: string | null;
  /** grows when the keyboard moved the selection, so that its row takes the focus */
  focusRequest: number;
  onSelect(id: string): void;
  /** ids chosen for a common action; null: a row opens its inquiry */
  picked: ReadonlySet<string> | null;
  hasMore: boolean;
  onMore(): void;
}

/** The inquiries, each with its status, its age, the requested date, and whether its reply is overdue. */
export function InquiryList(props: InquiryListProps): ReactElement {
  const { inquiries, currentId, focusRequest, onSelect, picked } = props;
  const now = new Date();
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusRequest > 0) current.current?.focus();
  }, [focusRequest]);
  return (
    <ul css={list}>
      {inquiries.map((inquiry) => {
        const isNew = inquiry.status === 'New';
        const isOverdue = isNew && formatDue(inquiry.replyDueAt, now).isOverdue;
        const isCurrent = inquiry._id === currentId;
        return (
          <li key={inquiry._id}>
            <button
              type="button"
              ref={isCurrent ? current : undefined}
              css={row}
              aria-current={(!picked && isCurrent) || undefined}
              aria-pressed={picked ? picked.has(inquiry._id) : undefined}
              data-unread={isNew || undefined}
              onClick={() => onSelect(inquiry._id)}
            >
              <span>
                {picked && <span css={pickedBox} aria-hidden="true" />}
                <strong css={{ flex: 1 }}>{inquiry.name}</strong>
                <time dateTime={inquiry.createdAt}>{formatAge(inquiry.createdAt, now)}</time>
              </span>
              <span>
                <span>{eventTypeLabel(inquiry.eventType)}</span>
                <span css={pills}>
                  {isOverdue && <BadPill>Overdue</BadPill>}
                  <StatusPill status={inquiry.status} />
                </span>
              </span>
              <span>
                {inquiry.eventDate && (
                  <>
                    <span css={date}>
                      For <time dateTime={inquiry.eventDate}>{formatDay(inquiry.eventDate)}</time>
                    </span>{' '}
                    ·{' '}
                  </>
                )}
                {inquiry.message || 'No message'}
              </span>
            </button>
          </li>
        );
      })}
      {props.hasMore && <MoreRow key={inquiries.length} onMore={props.onMore} />}
    </ul>
  );
}

/** The end of what is loaded: asks for the next page as soon as it is scrolled near. */
function MoreRow({ onMore }: { onMore(): void }): ReactElement {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!row.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <li ref={row} css={more}>
      <Button size="small" onClick={onMore}>
        Show more
      </Button>
    </li>
  );
}

/** Where the rows will stand, while they load. */
export function InquiryListSkeleton(): ReactElement {
  return (
    <ul css={list} aria-hidden="true">
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seven equal bars
        <li key={index} css={{ padding: '.875rem 1.25rem .95rem', borderBottom: '1px solid var(--a-border)' }}>
          <Skeleton style={{ width: '52%', height: '.9375rem', margin: '.25rem 0 .6rem' }} />
          <Skeleton style={{ width: '38%', height: '.8125rem', margin: '.2rem 0 .6rem' }} />
          <Skeleton style={{ width: '88%', height: '.8125rem', margin: '.2rem 0' }} />
        </li>
      ))}
    </ul>
  );
}
