import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { formatDay } from '../format';
import { INQUIRIES } from '../sample-data';
import { Button } from '../ui/button';
import { palette, tablet } from '../ui/palette';
import { Panel } from '../ui/panel';
import { StatusBadge } from '../ui/status-badge';

const rows = css`
  & li {
    display: grid;
    grid-template-columns: 15rem minmax(0, 1fr) 6.5rem auto;
    gap: 1rem 1.5rem;
    align-items: center;
    padding: 1rem 0;
    border-bottom: 1px solid ${palette.hairline};
  }
  & li:last-of-type { border: 0; padding-bottom: 0; }
  & li > div > p { font-size: 0.8125rem; color: ${palette.faint}; }
  ${tablet} {
    & li { grid-template-columns: 1fr auto; }
    & li > p { grid-column: 1 / -1; grid-row: 2; }
    & li > button { grid-column: 1 / -1; }
  }
`;

/** Inquiries (LEG-6): three samples with their badges. Reply shows a toast and sends nothing (LEG-2). */
export function Inquiries({ toast }: { toast: HostApi['toast'] }) {
  const reply = (name: string) =>
    toast({ title: 'Reply', description: `A reply to ${name} would open here. Sample data: nothing was sent.` });
  return (
    <Panel title="Inquiries">
      <ul css={rows}>
        {INQUIRIES.map(({ name, eventType, eventDate, message, badge }) => (
          <li key={name}>
            <div>
              <h3>{name}</h3>
              <p>{`${eventType}, ${formatDay(eventDate)}`}</p>
            </div>
            <p>{message}</p>
            <StatusBadge badge={badge} />
            <Button kind="line" aria-label={`Reply to ${name}`} onClick={() => reply(name)}>
              Reply
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
