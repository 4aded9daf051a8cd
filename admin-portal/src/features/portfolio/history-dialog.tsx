import { LOCALE_NAMES, TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { PortfolioHistory, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '../../app/call';
import { LoadMore } from '../../app/load-more';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { formatTimestamp } from '../../ui/format-timestamp';
import { PHOTO_TEXTS } from './draft';
import { historyQuery } from './gallery-desk.requests';
import { changePortfolioItem, storedItemOf } from './portfolio.requests';
import { history } from './portfolio-page.styles';

type Entry = PortfolioHistory['entries'][number];

const ACTIONS: Record<Entry['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Moved to the trash',
  restore: 'Restored',
};
const FIELDS: Record<string, string> = {
  title: 'title',
  category: 'category',
  place: 'place',
  description: 'description',
  hero: 'slideshow',
  published: 'on the website',
  photo: 'photo',
  portrait: 'portrait photo',
  alt: 'what the photo shows',
  focal: 'focal point',
  ...Object.fromEntries(
    TRANSLATED_LOCALES.flatMap((locale) =>
      PHOTO_TEXTS.map(({ name, label }) => [
        `${locale}.${name}`,
        `${label.charAt(0).toLowerCase()}${label.slice(1)} in ${LOCALE_NAMES[locale]}`,
      ]),
    ),
  ),
};

/** 'title: "New" to "Second"'; a photo has no text to show. */
function changeText({ field, from, to }: Entry['changes'][number]): string {
  const name = FIELDS[field] ?? field;
  if (['photo', 'portrait', 'focal'].includes(field)) return name;
  const shown = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : `“${value ?? ''}”`);
  return `${name}: ${shown(from)} to ${shown(to)}`;
}

/** What a version sets again: its texts and its photo. */
function versionOf({ item }: Entry) {
  const { title, category, place, description, hero, published, media, portrait, translations } = item ?? {};
  const photo = media ? { mediaId: media.id, alt: media.alt, focal: media.focal } : {};
  const values = { title, category, place, description, hero, published, translations };
  return { ...values, ...photo, portraitMediaId: portrait?.id ?? null };
}

interface HistoryDialogProps {
  item: StaffPortfolioItem;
  /** whether a restore discards what was typed */
  isDirty: boolean;
  /** what is lost with it */
  discardDetail: string;
  /** Called when the server has stored an older version again. */
  onSaved(): void;
  /** Called after that, unless this dialog was closed before. */
  onRestored(): void;
  onClose(): void;
}

/** Who changed an item, when and how; an older version can be restored (ADM-GAL-11). */
export function HistoryDialog({ item, isDirty, discardDetail, onSaved, onRestored, onClose }: HistoryDialogProps) {
  const id = useId();
  const query = useInfiniteQuery(historyQuery(item._id));
  /** the item as a refused restore found it */
  const [newer, setNewer] = useState<StaffPortfolioItem | null>(null);
  /** the version to restore, while the user is asked about unsaved changes */
  const [asked, setAsked] = useState<Entry | null>(null);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const { mutate, isPending, error } = useMutation({
    mutationFn: (entry: Entry) =>
      changePortfolioItem(item._id, { ...versionOf(entry), version: (newer ?? item).version }),
    onSuccess: onSaved,
    onError: (cause) => {
      const current = storedItemOf(cause);
      if (!current) return;
      setNewer(current);
      void query.refetch();
    },
  });
  const restore = (entry: Entry) => mutate(entry, { onSuccess: onRestored });
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="History" onClose={onClose} />
      <div css={modalBody}>
        {error && <Banner>{failureText(error, 'We could not restore this version. Please try again.')}</Banner>}
        {query.isError && <Banner>We could not load the history. Please close it and try again.</Banner>}
        {query.isSuccess && entries.length === 0 && <p>Nothing has been changed since the photo was added.</p>}
        <ul css={history}>
          {entries.map((entry, index) => (
            <li key={`${entry._id} ${entry.action}`}>
              <div>
                <strong>
                  {ACTIONS[entry.action]} by {entry.by}
                </strong>
                <p>{formatTimestamp(entry.at, new Date())}</p>
                {entry.changes.map((change) => (
                  <p key={change.field}>{changeText(change)}</p>
                ))}
              </div>
              {index > 0 && entry.item && (
                <Button
                  size="small"
                  aria-label={`Restore the version of ${formatTimestamp(entry.at, new Date())}`}
                  isBusy={isPending}
                  onClick={() => (isDirty ? setAsked(entry) : restore(entry))}
                >
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ul>
        <LoadMore query={query} errorTitle="We could not load more of the history" size="small">
          Show more
        </LoadMore>
      </div>
      {asked && (
        <DiscardQuestion
          detail={discardDetail}
          onDiscard={() => {
            setAsked(null);
            restore(asked);
          }}
          onKeep={() => setAsked(null)}
        />
      )}
    </Modal>
  );
}
