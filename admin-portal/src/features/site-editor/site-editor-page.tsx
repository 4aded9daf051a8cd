import { type Body, type Entity, isListEntity, type ListEntity } from '@godhuli/contracts/documents';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { QueryResult } from '../../app/query-result';
import { Button } from '../../ui/button';
import { SelectFrame } from '../../ui/field';
import { inputStyles, labelStyles } from '../../ui/field.styles';
import { useHost } from '../../ui/host-context';
import { Segments } from '../../ui/segments';
import { muted } from '../../ui/text.styles';
import { DocumentEditor } from './document-editor';
import { PARTS } from './fields';
import { ItemsPanel } from './items-panel';
import { PreviewFrame } from './preview-frame';
import { PublishDialog } from './publish-dialog';
import { documentQuery, draftsQuery, schedulesQuery } from './site.requests';
import * as styles from './site-editor.styles';

/** 'text:hero', or 'package:' for the list of packages. */
interface Place {
  entity: Entity;
  id: string;
}
const LISTS: readonly { entity: ListEntity; label: string }[] = [
  { entity: 'package', label: 'Packages' },
  { entity: 'service', label: 'Services' },
  { entity: 'testimonial', label: 'Testimonials' },
];
const WIDTHS = [1440, 820, 390];

/** The editor of the public page: the form of one part, and the page itself with all drafts. */
export default function SiteEditorPage() {
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
      <PageHead title="Pages" note={count === 0 ? 'Everything is published' : `${count} unpublished`}>
        <Button variant="primary" onClick={() => setPublishing(true)}>
          Publish…
        </Button>
        <Button css={styles.onPhones} onClick={() => preview.current?.scrollIntoView()}>
          Preview
        </Button>
      </PageHead>
      <p css={[muted, styles.soon]}>
        Coming soon: languages and further pages. Studio settings and theme stay as they are.
      </p>
      {report && (
        <p role="status">
          {report.state === 'failed' ? 'A scheduled publication failed' : 'A scheduled publication was late'}:{' '}
          {report.labels.join(', ')}. {report.problem}
        </p>
      )}
      <div css={styles.columns}>
        <div css={styles.formStack}>
          <PartChoice place={place} onChange={go} />
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

interface PartChoiceProps {
  place: Place;
  onChange(place: Place): void;
}

function PartChoice({ place, onChange }: PartChoiceProps) {
  const value = isListEntity(place.entity) ? `${place.entity}:` : `${place.entity}:${place.id}`;
  const choose = (text: string) => {
    const [entity = '', id = ''] = text.split(':');
    onChange({ entity: entity as Entity, id });
  };
  return (
    <div>
      <label htmlFor="site-part" css={labelStyles}>
        Part of the website
      </label>
      <SelectFrame>
        <select id="site-part" css={inputStyles} value={value} onChange={(event) => choose(event.target.value)}>
          <optgroup label="Lists">
            {LISTS.map(({ entity, label }) => (
              <option key={entity} value={`${entity}:`}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Texts">
            {PARTS.map(({ entity, id, label }) => (
              <option key={`${entity}:${id}`} value={`${entity}:${id}`}>
                {label}
              </option>
            ))}
          </optgroup>
        </select>
      </SelectFrame>
      {isListEntity(place.entity) && place.id !== '' && (
        <Button size="small" css={{ marginTop: '.6rem' }} onClick={() => choose(`${place.entity}:`)}>
          Back to the list
        </Button>
      )}
    </div>
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
