import { CLIENT_FILTERS } from '@godhuli/contracts/clients';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { DocumentTitle } from '../../app/layout/studio-name';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { useHost } from '../../ui/host-context';
import { split, splitItem, splitList } from '../../ui/split.styles';
import { muted, visuallyHidden } from '../../ui/text.styles';
import { ClientDetail } from './client-detail';
import { ClientList } from './client-list';
import { CLIENTS, type ListFilter } from './clients.requests';
import { nothing } from './clients.styles';
import { NewClientDialog } from './new-client-dialog';
import { TemplatesDialog } from './templates-dialog';

/** Reads the filter from the URL's query. */
function filterFromQuery(query: string): ListFilter {
  const parameters = new URLSearchParams(query);
  const show = CLIENT_FILTERS.find((each) => each === parameters.get('show')) ?? 'all';
  return { search: (parameters.get('q') ?? '').slice(0, 200), show };
}

function queryFromFilter({ search, show }: ListFilter): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(show !== 'all' && { show }) }).toString();
  return query && `?${query}`;
}

/** `/admin/dashboard/clients`: the people behind the inquiries; on a phone the list and one client after the other. */
export default function ClientsPage() {
  const { basePath, location, navigate } = useHost();
  const queries = useQueryClient();
  const isNarrow = useIsNarrow();
  const [isAdding, setAdding] = useState(false);
  const [isEditingTemplates, setEditingTemplates] = useState(false);
  const filter = filterFromQuery(location.search);
  const id = /^#([1-9]\d{0,17})$/.exec(location.hash)?.[1];
  // The host shows a new URL in a transition: a search that is applied during it must not close the client that was just opened.
  const latest = () => (window.location.pathname === location.pathname ? window.location : location);
  const go = (search: string, hash: string, options?: { replace: boolean }) =>
    navigate(`${basePath}/dashboard/clients${search}${hash}`, options);
  const close = (options?: { replace: boolean }) => {
    go(latest().search, '', options);
    void queries.invalidateQueries({ queryKey: [CLIENTS, 'list'] });
  };
  return (
    <div data-fill css={split} data-detail={(isNarrow && id) || undefined}>
      <DocumentTitle>Clients</DocumentTitle>
      <h1 css={visuallyHidden}>Clients</h1>
      <section css={splitList} aria-label="All clients">
        <ClientList
          filter={filter}
          currentId={id}
          isCovered={isNarrow && id !== undefined}
          onFilter={(next) => go(queryFromFilter(next), latest().hash, { replace: true })}
          onOpen={(next) => go(latest().search, `#${next}`)}
          onTemplates={() => setEditingTemplates(true)}
          onAdd={() => setAdding(true)}
        />
      </section>
      <section css={splitItem} aria-label="Client">
        {id === undefined ? (
          <p css={[nothing, muted]}>Choose a client to see what happened and what is to be done.</p>
        ) : (
          <ClientDetail
            key={id}
            id={id}
            onClose={() => close()}
            // What was typed for an erased client is lost in any case: the URL is replaced, which asks nothing.
            onErased={() => close({ replace: true })}
          />
        )}
      </section>
      {isAdding && (
        <NewClientDialog
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            // Closed first: the host would ask about the text of the dialog, which is saved.
            flushSync(() => setAdding(false));
            go(latest().search, `#${created._id}`);
          }}
        />
      )}
      {isEditingTemplates && <TemplatesDialog onClose={() => setEditingTemplates(false)} />}
    </div>
  );
}
