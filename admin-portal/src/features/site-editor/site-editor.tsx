import { type Body, type Entity, isListEntity } from '@godhuli/contracts/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { Segments } from '../../ui/segments';
import { muted } from '../../ui/text.styles';
import { DocumentEditor } from './document-editor';
import type { PARTS } from './fields';
import { ItemsPanel } from './items-panel';
import { PartChoice, type Place } from './part-choice';
import { PreviewFrame } from './preview-frame';
import { PublishDialog } from './publish-dialog';
import { documentQuery, draftsQuery, schedulesQuery } from './site.requests';
import * as styles from './site-editor.styles';

const WIDTHS = [1440, 820, 390];

interface SiteEditorProps {
  title: string;
  /** one line about what is still missing (ADM-PH-1) */
  soon: string;
  parts: typeof PARTS;
  /** whether packages, services and testimonials can be chosen */
  hasLists?: boolean;
}

/** The editor of the public page: the form of one part, and the page itself with all drafts. */
export function SiteEditor({ title, soon, parts, hasLists = false }: SiteEditorProps) {
  const { toast } = useHost();
  const [place, setPlace] = useState<Place>({ entity: 'text', id: 'hero' });
  const [unsaved, setUnsaved] = useState<(Place & { body: Body }) | null>(null);
  const preview = useRef<HTMLDivElement>(null);
  // A phone shows the page as phones do.
  const [width, setWidth] = useState(() => (window.innerWidth < 600 ? 390 : 1440));
  const [focused, setFocused] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const drafts = useQuery(draftsQuery);
  const schedules = useQuery(schedulesQuery);
  const count = drafts.data?.documents.length ?? 0;
  const report = schedules.data?.schedules.find(({ isLate, state }) => isLate || state === 'failed');

  const go = (next: Place) => {
    setUnsaved(null);
    setPlace(next);
  };
  const select = (mark: string) => {
    const [entity = '', id = '', field = ''] = mark.split(':');
    if (`${entity}:${id}` !== `${place.entity}:${place.id}`) go({ entity: entity as Entity, id });
    setWanted(field);
  };
  return (
    <>
      <PageHead title={title} note={count === 0 ? 'Everything is published' : `${count} unpublished`}>
        <Button variant="primary" onClick={() => setPublishing(true)}>
          Publish…
        </Button>
        <Button css={styles.onPhones} onClick={() => preview.current?.scrollIntoView()}>
          Preview
        </Button>
      </PageHead>
      <p css={[muted, styles.soon]}>{soon}</p>
      {report && (
        <p role="status">
          {report.state === 'failed' ? 'A scheduled publication failed' : 'A scheduled publication was late'}:{' '}
          {report.labels.join(', ')}. {report.problem}
        </p>
      )}
      <div css={styles.columns}>
        <div css={styles.formStack}>
          <PartChoice place={place} parts={parts} hasLists={hasLists} onChange={go} />
          {isListEntity(place.entity) && place.id === '' ? (
            <ItemsPanel entity={place.entity} onOpen={(id) => go({ entity: place.entity, id })} />
          ) : (
            <Opened
              key={`${place.entity}:${place.id}`}
              place={place}
              wanted={wanted}
              onFound={() => setWanted(null)}
              onChange={(body) => setUnsaved({ ...place, body })}
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
            unsaved={unsaved}
            revision={drafts.dataUpdatedAt}
            width={width}
            focused={focused}
            onSelect={select}
          />
        </div>
      </div>
      {isPublishing && (
        <PublishDialog
          onClose={() => setPublishing(false)}
          onPublished={() => {
            setPublishing(false);
            toast({ title: 'Done', description: 'Visitors see published changes at their next visit.' });
          }}
        />
      )}
    </>
  );
}

interface OpenedProps {
  place: Place;
  /** the field to focus */
  wanted: string | null;
  onFound(): void;
  onChange(body: Body): void;
  onFocusField(name: string): void;
}

function Opened({ place, wanted, onFound, onChange, onFocusField }: OpenedProps) {
  const query = useQuery({ ...documentQuery(place.entity, place.id), staleTime: Infinity });
  const isReady = query.data !== undefined;
  useEffect(() => {
    if (wanted === null || !isReady) return;
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted)}"]`);
    field?.focus();
    onFound();
  }, [wanted, isReady, onFound]);
  return (
    <QueryResult query={query} skeleton={<p role="status">Loading…</p>} failure="We could not load this part.">
      {(loaded) => <DocumentEditor document={loaded} onChange={onChange} onFocusField={onFocusField} />}
    </QueryResult>
  );
}
