import type { UploadEntry, UploadState } from '../../app/uploads/upload-entry';
import { formatCount } from '../../ui/format-size';
import { list, row } from './upload-panel.styles';
import { UploadRow } from './upload-row';

/** So many files are in the page, whatever the queue has: 400 files cost as little as these. */
const MAX_ROWS = 50;

/** What needs a decision is first, then what is on its way. */
const RANKS: Record<UploadState, number> = {
  duplicate: 0,
  failed: 0,
  uploading: 1,
  saving: 1,
  checking: 1,
  lost: 2,
  'needs-file': 2,
  queued: 3,
};

/** The files that need attention or are next; the others follow when these are done. */
export function UploadList({ entries }: { entries: readonly UploadEntry[] }) {
  const sorted = [...entries].sort((first, second) => RANKS[first.state] - RANKS[second.state]);
  const hidden = sorted.length - MAX_ROWS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section css={list} tabIndex={0} aria-label="Files">
      <ul>
        {sorted.slice(0, MAX_ROWS).map((entry) => (
          <li key={entry.key} css={row} data-state={entry.state}>
            <UploadRow entry={entry} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>and {formatCount(hidden, 'more file')}</p>}
    </section>
  );
}
