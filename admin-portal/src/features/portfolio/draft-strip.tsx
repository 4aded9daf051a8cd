import CircleAlert from 'lucide-react/icons/circle-alert';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../ui/button';
import { Photo } from '../../ui/photo';
import { type Draft, sourceName } from './draft';
import { choice, strip } from './draft-strip.styles';
import type { Drafts } from './use-drafts';

function stateOf({ photo, errors }: Draft): { text: string; isBad: boolean } {
  if (photo.state === 'failed') return { text: 'Failed', isBad: true };
  if (Object.keys(errors).length > 0) return { text: 'Needs fixing', isBad: true };
  if (photo.state === 'uploading') {
    if (photo.source.kind === 'url') return { text: 'Downloading…', isBad: false };
    const percent = Math.min(100, Math.floor((photo.loadedBytes / Math.max(1, photo.source.file.size)) * 100));
    return { text: percent < 100 ? `${percent}%` : 'Saving…', isBad: false };
  }
  if (photo.state === 'stored' && photo.duplicates?.length) return { text: 'In the gallery already', isBad: true };
  return { text: photo.state === 'none' ? 'No photo' : 'Ready', isBad: false };
}

function nameOf({ values, photo }: Draft): string {
  if (values.title) return values.title;
  return photo.state === 'failed' || photo.state === 'uploading' ? sourceName(photo.source) : 'New item';
}

/** The items being added at once, each with its own progress or failure; one of them is open below. */
export function DraftStrip({ drafts }: { drafts: Drafts }) {
  return (
    <ul css={strip} aria-label="Items to add">
      {drafts.drafts.map((draft) => {
        const { photo } = draft;
        const isSent = draft.key === drafts.sentKey;
        const state = isSent ? { text: 'Saving…', isBad: false } : stateOf(draft);
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
                {photo.state === 'stored' && <Photo media={photo.media} image="" alt="" sizes="36px" isEager />}
                {photo.state === 'failed' && <CircleAlert aria-hidden="true" strokeWidth={1.75} />}
              </span>
              <span>
                <strong>{nameOf(draft)}</strong>
                <small data-bad={state.isBad || undefined}>{state.text}</small>
              </span>
            </button>
            <IconButton
              aria-label={`Remove ${nameOf(draft)}`}
              aria-disabled={isSent || undefined}
              onClick={() => drafts.drop(draft.key)}
            >
              <X aria-hidden="true" strokeWidth={1.75} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
