import type { ClientRow } from '@godhuli/contracts/clients';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { formatDay, formatTimestamp } from '../../ui/format-timestamp';
import { SearchField } from '../../ui/search-field';
import { Skeleton } from '../../ui/skeleton';
import { splitRow } from '../../ui/split.styles';
import { visuallyHidden } from '../../ui/text.styles';
import { useTypedSearch } from '../../ui/use-typed-search';
import { clientsQuery, type ListFilter } from './clients.requests';
import { headButtons, list, listHead, nothing, row, title } from './clients.styles';
import { shownContact } from './shown-contact';

interface ClientListProps {
  filter: ListFilter;
  currentId: string | undefined;
  /** whether a client covers the list, as on a phone */
  isCovered: boolean;
  onFilter(filter: ListFilter): void;
  onOpen(id: string): void;
  onTemplates(): void;
  onAdd(): void;
}

/** Search, filter and the list, by the newest activity. */
export function ClientList({ filter, currentId, isCovered, onFilter, onOpen, onTemplates, onAdd }: ClientListProps) {
  const query = useInfiniteQuery(clientsQuery(filter));
  const clients = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const state = stateOf(query);
  const isFiltered = filter.search !== '' || filter.show !== 'all';
  return (
    <>
      <header css={listHead}>
        <div>
          <p css={title} aria-hidden="true">
            Clients
          </p>
          <span css={headButtons}>
            <Button size="small" onClick={onTemplates}>
              Reply templates
            </Button>
            <Button size="small" variant="primary" onClick={onAdd}>
              Add client
            </Button>
          </span>
        </div>
        <SearchBox
          search={filter.search}
          isCovered={isCovered}
          onSearch={(search) => onFilter({ ...filter, search })}
        />
        <SelectFrame>
          <select
            css={inputStyles}
            aria-label="Show"
            value={filter.show}
            onChange={({ target }) => onFilter({ ...filter, show: target.value as ListFilter['show'] })}
          >
            <option value="all">All clients</option>
            <option value="due">With a task that is due</option>
            <option value="duplicates">Possible duplicates</option>
          </select>
        </SelectFrame>
      </header>
      {/* Without a control in it, it takes the focus itself, so that keys can scroll it in a low window. */}
      <section
        css={list}
        aria-label="List of clients"
        tabIndex={clients.length === 0 && state !== 'failed' && !isFiltered ? 0 : undefined}
      >
        {state === 'loading' && (
          <div css={nothing}>
            <p role="status" css={visuallyHidden}>
              Loading clients…
            </p>
            <Skeleton style={{ height: '14rem' }} />
          </div>
        )}
        {state === 'failed' && (
          <div css={nothing}>
            <LoadFailure onRetry={() => void query.refetch()}>
              We could not load the clients. Check your connection and try again.
            </LoadFailure>
          </div>
        )}
        {state === 'ready' && clients.length === 0 && (
          <NoClients isFiltered={isFiltered} onClear={() => onFilter({ search: '', show: 'all' })} />
        )}
        <ul aria-label="Clients">
          {clients.map((client) => (
            <li key={client._id}>
              <Row client={client} isCurrent={client._id === currentId} onOpen={() => onOpen(client._id)} />
            </li>
          ))}
        </ul>
        <LoadMore query={query} errorTitle="We could not load more clients" size="small">
          Show more
        </LoadMore>
      </section>
    </>
  );
}

function NoClients({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  return isFiltered ? (
    <Empty title="No clients found">
      <p>No client matches this search and filter.</p>
      <Button onClick={onClear}>Clear search and filter</Button>
    </Empty>
  ) : (
    <Empty title="No clients yet">
      <p>Each inquiry adds its sender here, and you can add others.</p>
    </Empty>
  );
}

interface SearchBoxProps {
  search: string;
  isCovered: boolean;
  onSearch(search: string): void;
}

function SearchBox({ search, isCovered, onSearch }: SearchBoxProps) {
  const [text, setText] = useTypedSearch(search, onSearch, isCovered);
  return <SearchField label="Search clients" placeholder="Name, phone or email" value={text} onChange={setText} />;
}

function Row({ client, isCurrent, onOpen }: { client: ClientRow; isCurrent: boolean; onOpen(): void }) {
  const { name, contacts, inquiryCount, lastAt, nextTaskOn } = client;
  return (
    <button type="button" css={[splitRow, row]} aria-current={isCurrent || undefined} onClick={onOpen}>
      <span>
        <strong>{name}</strong>
        <time dateTime={lastAt}>{formatTimestamp(lastAt, new Date())}</time>
      </span>
      <span>
        {contacts[0] ? shownContact(contacts[0]) : 'No phone number or email'}
        <span>{inquiryCount === 1 ? '1 inquiry' : `${inquiryCount} inquiries`}</span>
      </span>
      {nextTaskOn && <span>Next task: {formatDay(nextTaskOn)}</span>}
    </button>
  );
}
