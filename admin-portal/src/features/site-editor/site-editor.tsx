import { type Entity, isListEntity, translatedFields } from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import type { Schedule } from '@godhuli/contracts/publishing';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { Button } from '../../ui/button';
import { formatTimestamp } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { LanguageChoice } from '../../ui/language-choice';
import { Segments } from '../../ui/segments';
import { muted } from '../../ui/text.styles';
import type { PARTS } from './fields';
import { ItemsPanel } from './items-panel';
import { OpenedDocument } from './opened-document';
import { PartChoice } from './part-choice';
import type { Place } from './place';
import { PreviewFrame } from './preview-frame';
import { PublishDialog } from './publish-dialog';
import { draftsQuery, missingQuery, schedulesQuery, type Unsaved } from './site.requests';
import * as styles from './site-editor.styles';
import { TranslationItems } from './translation-items';
import type { OpenForm } from './use-draft';
import { useUploadQuestion } from './use-upload-question';

const WIDTHS = [1440, 820, 390];
const TOP: Place = { entity: 'text', id: 'hero' };

/** How long staff see that a scheduled publication failed or was late. */
const REPORTED_MS = 7 * 24 * 3_600_000;
const isProblem = ({ isLate, state }: Schedule) => isLate || state === 'failed';
const isRecent = ({ finishedAt }: Schedule, now: Date) => now.getTime() - Date.parse(finishedAt ?? '') < REPORTED_MS;

interface SiteEditorProps {
  title: string;
  /** one line about what is still missing (ADM-PH-1), or about the page */
  soon: string;
  parts: typeof PARTS;
  /** what is open at first */
  start?: Place;
  /** whether packages, services and testimonials can be chosen */
  hasLists?: boolean;
}

/** The editor of the public page: the form of one part, and the page itself with all drafts. */
export function SiteEditor({ title, soon, parts, start = TOP, hasLists = false }: SiteEditorProps) {
  const { toast } = useHost();
  const [place, setPlace] = useState<Place>(start);
  const [locale, setLocale] = useState<Locale>('en');
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  const [form, setForm] = useState<OpenForm | null>(null);
  const preview = useRef<HTMLDivElement>(null);
  // A phone shows the page as phones do.
  const [width, setWidth] = useState(() => (window.innerWidth < 600 ? 390 : 1440));
  const [focused, setFocused] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const drafts = useQuery(draftsQuery);
  const schedules = useQuery(schedulesQuery);
  const missing = useQuery(missingQuery);
  const missingIn = (each: Locale) => (each === 'en' ? {} : (missing.data?.[each] ?? {}));
  const countOf = (each: Locale) => Object.values(missingIn(each)).flat().length;
  const count = drafts.data?.documents.length ?? 0;
  const now = new Date();
  const report = schedules.data?.schedules.find((each) => isProblem(each) && isRecent(each, now));

  const { unlessUploading, question } = useUploadQuestion();
  const open = (next: Place, language = locale) => {
    setUnsaved(null);
    setPlace(next);
    // Links and the order of lists are the same in every language.
    const isTranslated = next.id === '' || translatedFields(next.entity, next.id).length > 0;
    setLocale(isTranslated ? language : 'en');
  };
  const go = (next: Place, language = locale) => unlessUploading(() => open(next, language));
  const select = (mark: string) => {
    const [entity = '', id = '', field = ''] = mark.split(':');
    if (`${entity}:${id}` === `${place.entity}:${place.id}`) return setWanted(field);
    unlessUploading(() => {
      open({ entity: entity as Entity, id });
      setWanted(field);
    });
  };
  return (
    <>
      <PageHead title={title} note={noteOf(count, form?.isUnsaved ?? false)}>
        <Button variant="primary" onClick={() => unlessUploading(() => setPublishing(true))}>
          Publish…
        </Button>
        <Button css={styles.onPhones} onClick={() => preview.current?.scrollIntoView()}>
          Preview
        </Button>
      </PageHead>
      <p css={[muted, styles.soon]}>{soon}</p>
      {report && (
        <p role="status">
          {report.state === 'failed' ? 'A scheduled publication failed' : 'A scheduled publication was late'}{' '}
          {formatTimestamp(report.finishedAt ?? report.dueAt, now)}: {report.labels.join(', ')}. {report.problem}
        </p>
      )}
      <div css={styles.columns}>
        <div css={styles.formStack}>
          <LanguageChoice
            value={locale}
            missing={{ mr: countOf('mr'), hi: countOf('hi') }}
            fallback="in English, or in a standard translation"
            onChange={(chosen) => go(place, chosen)}
          />
          <PartChoice place={place} parts={parts} hasLists={hasLists} missing={missingIn(locale)} onChange={go} />
          {isListEntity(place.entity) && place.id === '' ? (
            locale === 'en' ? (
              <ItemsPanel entity={place.entity} onOpen={(id) => go({ entity: place.entity, id })} />
            ) : (
              <TranslationItems
                entity={place.entity}
                missing={missingIn(locale)}
                onOpen={(id) => go({ entity: place.entity, id })}
              />
            )
          ) : (
            <OpenedDocument
              key={`${locale} ${place.entity}:${place.id}`}
              place={place}
              locale={locale}
              wanted={wanted}
              onFound={() => setWanted(null)}
              onChange={(body) => setUnsaved({ ...place, locale, body })}
              onForm={setForm}
              onFocusField={(name) => setFocused(`${place.entity}:${place.id}:${name}`)}
            />
          )}
        </div>
        <div css={styles.previewColumn} ref={preview}>
          <Segments<`${number}`>
            label="Width of the preview"
            value={`${width}`}
            options={WIDTHS.map((each) => ({ value: `${each}`, label: `${each} px`, count: null }))}
            onChange={(chosen) => setWidth(Number(chosen))}
          />
          <PreviewFrame
            locale={locale}
            unsaved={unsaved}
            revision={drafts.dataUpdatedAt}
            width={width}
            part={`${place.entity}:${place.id && `${place.id}:`}`}
            focused={focused}
            onSelect={select}
          />
        </div>
      </div>
      {question}
      {isPublishing && (
        <PublishDialog
          form={form}
          onClose={() => setPublishing(false)}
          onPublished={(dueAt) => {
            toast(
              dueAt
                ? {
                    title: 'Scheduled',
                    description: `Visitors see the changes from ${formatTimestamp(dueAt, new Date())}.`,
                  }
                : { title: 'Done', description: 'Visitors see published changes at their next visit.' },
            );
          }}
        />
      )}
    </>
  );
}

/** What visitors do not see yet. */
function noteOf(count: number, isUnsaved: boolean): string {
  if (isUnsaved) return count === 0 ? 'The open part is not saved' : `${count} unpublished; the open part is not saved`;
  return count === 0 ? 'Everything is published' : `${count} unpublished`;
}
