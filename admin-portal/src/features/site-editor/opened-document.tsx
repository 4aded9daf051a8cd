import type { Body } from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QueryResult } from '../../app/query-result';
import { DocumentEditor } from './document-editor';
import type { Place } from './place';
import { documentQuery, englishQuery } from './site.requests';
import type { OpenForm } from './use-draft';

interface OpenedDocumentProps {
  place: Place;
  locale: Locale;
  /** the field to focus */
  wanted: string | null;
  onFound(): void;
  onChange(body: Body): void;
  /** @param form null: the form is closed */
  onForm(form: OpenForm | null): void;
  onFocusField(name: string): void;
}

/** The form of the chosen part in the chosen language. */
export function OpenedDocument(props: OpenedDocumentProps) {
  const { place, locale, wanted, onFound, onChange, onForm, onFocusField } = props;
  const query = useQuery({ ...documentQuery(place.entity, place.id, locale), staleTime: Infinity });
  const english = useQuery({ ...englishQuery(place.entity, place.id), enabled: locale !== 'en' });
  const isReady = query.data !== undefined;
  useEffect(() => {
    if (wanted === null || !isReady) return;
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted)}"]`);
    field?.focus();
    onFound();
  }, [wanted, isReady, onFound]);
  return (
    <QueryResult query={query} skeleton={<p role="status">Loading…</p>} failure="We could not load this part.">
      {(loaded) => (
        <DocumentEditor
          document={loaded}
          english={english.data?.body ?? {}}
          onChange={onChange}
          onForm={onForm}
          onFocusField={onFocusField}
        />
      )}
    </QueryResult>
  );
}
