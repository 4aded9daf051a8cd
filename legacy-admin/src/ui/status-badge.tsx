import { css } from '@emotion/react';
import type { Badge } from '../sample-data';

const shape = css`
  display: inline-flex;
  align-items: center;
  justify-self: start;
  height: 1.625rem;
  padding: 0 0.7rem;
  border: 1px solid;
  border-radius: 2px;
  font-size: 0.75rem;
  font-weight: 600;
  white-space: nowrap;
`;
const colours: Record<Badge, { background: string; color: string }> = {
  New: { background: '#FBEFD6', color: '#7A4B06' },
  Responded: { background: '#E3EEF6', color: '#1E4F73' },
  Booked: { background: '#E2F1E5', color: '#235E35' },
};

/** The status of an inquiry as a coloured label (LEG-6). */
export function StatusBadge({ badge }: { badge: Badge }) {
  return <span css={[shape, colours[badge]]}>{badge}</span>;
}
