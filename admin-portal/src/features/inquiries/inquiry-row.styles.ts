import { css } from '@emotion/react';
import { splitRow } from '../../ui/split.styles';
import { oneLine } from '../../ui/text.styles';

/** One class for all of a row but its pills: Emotion works on each element that has styles of its own, in each of a thousand rows. */
export const row = css`
  ${splitRow}
  & > span:nth-of-type(2),
  & > span:first-of-type > time {
    color: var(--a-muted);
    font-size: 0.8125rem;
    flex: none;
  }
  & > span:nth-of-type(2) > span + span {
    display: flex;
    gap: 0.375rem;
  }
  & strong {
    ${oneLine}
    flex: 1;
  }
  &[data-unread] strong {
    font-weight: 650;
  }
  & > span:nth-of-type(n + 3) {
    color: var(--a-muted);
    display: -webkit-box;
    /* WebKit would centre the text, as the other lines centre theirs. */
    -webkit-box-align: stretch;
    -webkit-line-clamp: 1;
    -webkit-box-orient: vertical;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  & > span:nth-of-type(3) > span {
    color: var(--a-fg);
    font-weight: 500;
  }
`;

export const checkbox = css`
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
