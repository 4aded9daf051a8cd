import { css } from '@emotion/react';

export const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 26rem) minmax(0, 1fr);
  gap: 1.75rem;
  align-items: start;
  @media (max-width: 899px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** The preview stays beside a long form. */
export const previewColumn = css`
  display: grid;
  gap: 0.75rem;
  min-width: 0;
  justify-items: start;
  scroll-margin-top: 5rem;
  @media (min-width: 900px) {
    position: sticky;
    top: 1rem;
  }
`;

export const onPhones = css`
  @media (min-width: 900px) {
    display: none;
  }
`;

export const soon = css`
  margin-bottom: 1.5rem;
  font-size: 0.875rem;
`;

/** The fields of one row of a list, such as a year with its title and text. */
export const rowBox = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: 0.75rem;
  padding: 0.875rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-2);
  min-width: 0;
  & > :nth-of-type(3) {
    grid-column: 1 / -1;
  }
  [data-active] > & {
    opacity: 0.5;
  }
  [data-over] > & {
    border-color: var(--a-mark);
  }
`;

export const rowFoot = css`
  grid-column: 1 / -1;
  display: flex;
  justify-content: space-between;
  align-items: center;
`;

/** An item of a list; its buttons are below its name, except on tablets, where the row is as wide as the page. */
export const itemRow = css`
  &&[data-active] {
    opacity: 0.5;
  }
  &&[data-over] {
    box-shadow: 0 0 0 2px var(--a-mark);
  }
  && > div {
    flex: 1 1 10rem;
  }
  @media (max-width: 599px), (min-width: 900px) {
    && > span {
      flex-basis: 100%;
    }
  }
`;

export const plainList = css`
  list-style: none;
  padding: 0;
  margin: 0;
`;

export const lines = css`
  ${plainList}
  display: grid;
  gap: 0.5rem;
`;

/** A grip, the text and the button that removes it; a message is below. */
export const lineRow = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  border-radius: var(--r-2);
  &[data-active] {
    opacity: 0.5;
  }
  &[data-over] {
    box-shadow: 0 0 0 2px var(--a-mark);
  }
  & > p {
    grid-column: 1 / -1;
  }
`;

export const checkLine = css`
  display: flex;
  gap: 0.6rem;
  align-items: center;
  min-height: 2.75rem;
  & input {
    width: 1.125rem;
    height: 1.125rem;
    accent-color: var(--a-primary);
  }
`;

export const formStack = css`
  display: grid;
  gap: 1.1rem;
  min-width: 0;
`;

export const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem;
  align-items: center;
`;

export const previewStage = css`
  position: relative;
  justify-self: stretch;
  overflow: hidden;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  & > p {
    padding: 1rem;
  }
`;

export const previewFrame = css`
  position: absolute;
  inset: 0 auto auto 0;
  border: 0;
  transform-origin: 0 0;
`;

export const publishBody = css`
  display: grid;
  gap: 1.5rem;
  align-content: start;
  /* The head of the dialog has a line already. */
  & > ul {
    margin-top: 0;
    border-top: 0;
  }
  & > ul > li:first-of-type {
    padding-top: 0;
  }
`;

export const comparison = css`
  display: grid;
  gap: 0.75rem;
  margin: 0.25rem 0 0.5rem;
  font-size: 0.875rem;
  overflow-wrap: anywhere;
  & > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0.15rem 1.5rem;
  }
  & dt {
    grid-column: 1 / -1;
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & dd {
    margin: 0;
    white-space: pre-wrap;
  }
  & del {
    color: var(--a-muted);
  }
  & ins {
    text-decoration: none;
  }
`;

/** A group without the browser's frame. */
export const plainGroup = css`
  border: 0;
  padding: 0;
  margin: 0;
  min-width: 0;
`;
