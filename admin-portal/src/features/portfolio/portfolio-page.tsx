import { type StaffPortfolioItem, TRASH_DAYS } from '@godhuli/contracts/portfolio';
import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { startTransition, useCallback, useMemo, useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { uploadQueue } from '../../app/uploads/upload-queue';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { newPhotoCategory } from '../../ui/categories';
import { Empty } from '../../ui/empty';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { UndoBar } from '../../ui/undo-bar';
import { BulkConflictsDialog } from './bulk-conflicts-dialog';
import { DeleteQuestion } from './delete-question';
import { EncodingPanel } from './encoding-panel';
import { ItemDialog } from './item-dialog';
import { HERO_SIZE } from './order';
import { heroQuery, NO_FILTER, portfolioQuery } from './portfolio.requests';
import { PortfolioGrid } from './portfolio-grid';
import * as styles from './portfolio-page.styles';
import { PortfolioSkeleton } from './portfolio-skeleton';
import { PortfolioTools } from './portfolio-tools';
import { SelectionBar } from './selection-bar';
import { TrashList } from './trash-list';
import { useBulkEdit } from './use-bulk-edit';
import { useGalleryFilter } from './use-gallery-filter';
import { usePortfolio } from './use-portfolio';
import { useSelection } from './use-selection';

/** What the first frame needs (screens.tsx). */
export const firstQueries = (client: QueryClient) => [
  new InfiniteQueryObserver(client, portfolioQuery(NO_FILTER)),
  new QueryObserver(client, heroQuery),
];

/** The gallery manager (ADM-GAL). */
export default function PortfolioPage() {
  const host = useHost();
  const { category, setCategory, typed, setTyped, search, show, setShow, clear } = useGalleryFilter();
  const isTrash = show === 'trash';
  const portfolio = usePortfolio({ category, search, show });
  const { list, items, heroIds, isHeroCurrent } = portfolio;
  const selection = useSelection(items);
  // Here, because the list may be empty once it is loaded again.
  const trash = useBulkEdit();
  const [open, setOpen] = useState<StaffPortfolioItem | 'new' | null>(null);
  // In slices: mounting the dialog above a long list, or removing it, takes longer than the response to a click may.
  const edit = useCallback((item: StaffPortfolioItem | null) => startTransition(() => setOpen(item)), []);
  const [itemToDelete, setItemToDelete] = useState<StaffPortfolioItem | null>(null);
  const state = stateOf(list);
  const page = list.data?.pages[0];
  const all = page ? Object.values(page.counts).reduce((sum, count) => sum + count) : 0;
  const hero = useMemo(() => ({ ids: heroIds ?? [], isCurrent: isHeroCurrent }), [heroIds, isHeroCurrent]);

  const latest = useRef({ portfolio, page, category, search, all, selection });
  latest.current = { portfolio, page, category, search, all, selection };
  const onHero = useCallback((item: StaffPortfolioItem, isChosen: boolean) => {
    latest.current.portfolio.setHero(item, isChosen);
  }, []);
  const onChoose = useCallback((item: StaffPortfolioItem, isChosen: boolean, isRange: boolean) => {
    latest.current.selection.toggle(item._id, isChosen, isRange);
  }, []);
  const onMoveTo = useCallback(
    (item: StaffPortfolioItem, index: number) => latest.current.portfolio.moveTo(item._id, index),
    [],
  );
  // Start and end are those of the category: a search only hides what is in between.
  const onMoveToEdge = useCallback((item: StaffPortfolioItem, edge: 'start' | 'end') => {
    const { portfolio, page, category, search, all } = latest.current;
    const count = category === 'all' ? all : (page?.counts[category] ?? 0);
    const total = page?.total ?? 0;
    const last = portfolio.list.hasNextPage ? total - 1 : portfolio.items.length - 1;
    const shown = edge === 'start' ? 0 : last;
    const isKnown = category === 'all' && search === '' && (edge === 'start' || !portfolio.list.hasNextPage);
    const place = isKnown ? undefined : { edge, ...(category !== 'all' && { category }) };
    const isThere = search === '' && portfolio.items[shown]?._id === item._id;
    if (!isThere && !portfolio.moveTo(item._id, shown, place)) return null;
    return { place: edge === 'start' ? 1 : count, count };
  }, []);

  const addButton = (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" strokeWidth={1.75} /> Add New Item
    </Button>
  );
  const uploadButton = (
    <Button
      onClick={() => {
        uploadQueue.category = newPhotoCategory(category);
        uploadQueue.setOpen(true);
      }}
    >
      <Upload aria-hidden="true" strokeWidth={1.75} /> Upload photos
    </Button>
  );
  const isEmpty = state === 'ready' && all === 0 && page?.trashed === 0;
  return (
    <>
      <PageHead title="Gallery" note={noteFor(state, all)} isLoading={state === 'loading'}>
        {!isEmpty && (
          <>
            {uploadButton}
            {addButton}
          </>
        )}
      </PageHead>
      <EncodingPanel />
      {state === 'loading' && <PortfolioSkeleton />}
      {state === 'failed' && (
        <LoadFailure onRetry={() => void list.refetch()}>
          We could not load the gallery. Check your connection and try again.
        </LoadFailure>
      )}
      {isEmpty && (
        <Empty title="No photos yet">
          <p>Add your first photo. It appears on the website at once.</p>
          {addButton} {uploadButton}
        </Empty>
      )}
      {page && !isEmpty && (
        <>
          <PortfolioTools
            {...{ category, search: typed, show, counts: page.counts, total: all }}
            unpublished={page.unpublished}
            trashed={page.trashed}
            onShow={(next) => {
              setShow(next);
              selection.end();
            }}
            onCategory={setCategory}
            onSearch={setTyped}
          />
          {selection.ids ? (
            <SelectionBar selection={selection} items={items} isTrash={isTrash} />
          ) : (
            items.length > 0 && (
              <p css={styles.selectRow}>
                <Button size="small" onClick={selection.start}>
                  Select several
                </Button>
                {isTrash && `Photos in the trash are deleted forever after ${TRASH_DAYS} days.`}
              </p>
            )
          )}
          {items.length === 0 ? (
            <Empty title="No photos found">
              <p>No photo matches this search and category.</p>
              <Button onClick={clear}>Clear search and filter</Button>
            </Empty>
          ) : isTrash ? (
            <TrashList items={items} selection={selection} bulk={trash} />
          ) : (
            <PortfolioGrid
              items={items}
              total={page.total}
              hero={hero}
              chosenIds={selection.ids}
              onChoose={onChoose}
              onEdit={edit}
              onDelete={setItemToDelete}
              onHero={onHero}
              onMoveTo={onMoveTo}
              onMoveToEdge={onMoveToEdge}
            />
          )}
          <LoadMore query={list} errorTitle="We could not load more photos">
            Show more photos
          </LoadMore>
        </>
      )}
      {trash.conflicts && <BulkConflictsDialog bulk={trash} conflicts={trash.conflicts} />}
      {open && (
        <ItemDialog
          item={open === 'new' ? null : open}
          category={newPhotoCategory(category)}
          onSaved={() => void portfolio.reload()}
          onDone={(count) => {
            setOpen(null);
            host.toast({ title: open === 'new' ? `${formatCount(count, 'photo')} added` : 'Changes saved' });
          }}
          onClose={() => edit(null)}
        />
      )}
      {itemToDelete && (
        <DeleteQuestion
          item={itemToDelete}
          onConfirm={() => {
            setItemToDelete(null);
            portfolio.remove(itemToDelete);
          }}
          onCancel={() => setItemToDelete(null)}
        />
      )}
      {portfolio.deleted && (
        <UndoBar
          key={portfolio.deleted._id}
          message={`Deleted “${portfolio.deleted.title}”.`}
          onUndo={portfolio.undoDelete}
          onDismiss={portfolio.dismissDeleted}
        />
      )}
    </>
  );
}

function noteFor(state: 'loading' | 'failed' | 'ready', count: number): string | null {
  if (state === 'loading') return 'Loading gallery…';
  if (state === 'failed') return null;
  if (count === 0) return 'No photos yet.';
  return `${formatCount(count, 'photo')}, in the order of the website. The first ${HERO_SIZE} starred photos are in its slideshow.`;
}
