import { css } from '@emotion/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import type { ReactElement } from 'react';
import { IconButton } from '../controls/button';
import { Photograph } from '../look/photograph';
import { type Draft, sourceName } from './draft';
import type { Drafts } from './use-drafts';

const strip = css`
  flex: none;
  display: flex;
  gap: 0.5rem;
  overflow-x: auto;
  padding: 0.75rem 1.75rem;
  border-bottom: 1px solid var(--a-border);
  background: var(--a-sunken);
  & > li {
    flex: none;
    display: flex;
    align-items: center;
    border: 1px solid var(--a-border);
    border-radius: var(--r-2);
    background: var(--a-surface);
  }
  & > li[data-current] {
    border-color: var(--a-focus);
    box-shadow: inset 0 0 0 1px var(--a-focus);
  }
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
  }
`;
const choice = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.25rem 0 0.25rem 0.35rem;
  text-align: left;
  font-size: 0.8125rem;
  line-height: 1.3;
  & > span:first-of-type {
    width: 2.25rem;
    height: 2.25rem;
    flex: none;
    overflow: hidden;
    display: grid;
    place-items: center;
    border-radius: 4px;
    background: var(--a-skel);
    color: var(--a-danger);
  }
  & > span:last-of-type {
    max-width: 9rem;
  }
  & strong,
  & small {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & strong {
    font-weight: 500;
  }
  & small {
    font-size: 0.75rem;
    color: var(--a-muted);
  }
  & small[data-bad] {
    color: var(--a-danger);
  }
`;

function stateOf({ photo, errors }: Draft): { text: string; isBad: boolean } {
  if (photo.state === 'failed') return { text: 'Failed', isBad: true };
  if (Object.keys(errors).length > 0) return { text: 'Needs fixing', isBad: true };
  if (photo.state === 'uploading') {
    if (photo.source.kind === 'url') return { text: 'Downloading…', isBad: false };
    const percent = Math.min(100, Math.floor((photo.loadedBytes / Math.max(1, photo.source.file.size)) * 100));
    return { text: percent < 100 ? `${percent}%` : 'Saving…', isBad: false };
  }
  return { text: photo.state === 'none' ? 'No photo' : 'Ready', isBad: false };
}

function nameOf({ values, photo }: Draft): string {
  if (values.title) return values.title;
  return photo.state === 'failed' || photo.state === 'uploading' ? sourceName(photo.source) : 'New item';
}

/** The items being added at once, each with its own progress or failure; one of them is open below. */
export function DraftStrip({ drafts }: { drafts: Drafts }): ReactElement {
  return (
    <ul css={strip} aria-label="Items to add">
      {drafts.drafts.map((draft) => {
        const { photo } = draft;
        const state = stateOf(draft);
        const isCurrent = draft.key === drafts.current?.key;
        return (
          <li key={draft.key} data-current={isCurrent || undefined}>
            <button
              type="button"
              css={choice}
              aria-current={isCurrent || undefined}
              onClick={() => drafts.select(draft.key)}
            >
              <span>
                {photo.state === 'stored' && <Photograph media={photo.media} image="" alt="" sizes="36px" isEager />}
                {photo.state === 'failed' && <CircleAlert aria-hidden="true" strokeWidth={1.75} />}
              </span>
              <span>
                <strong>{nameOf(draft)}</strong>
                <small data-bad={state.isBad || undefined}>{state.text}</small>
              </span>
            </button>
            <IconButton aria-label={`Remove ${nameOf(draft)}`} onClick={() => drafts.drop(draft.key)}>
              <X aria-hidden="true" strokeWidth={1.75} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
