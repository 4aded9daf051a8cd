import type { PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';
import Plus from 'lucide-react/icons/plus';
import { useCallback, useMemo, useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { LoadMore } from '../../app/load-more';
import { stateOf } from '../../app/query-client';
import { LoadFailure } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { UndoBar } from '../../ui/undo-bar';
import { useDebounced } from '../../ui/use-debounced';
import { DeleteQuestion } from './delete-question';
import { ItemDialog } from './item-dialog';
import { HERO_SIZE } from './order';
import { PortfolioGrid } from './portfolio-grid';
import { PortfolioSkeleton } from './portfolio-skeleton';
import { PortfolioTools } from './portfolio-tools';
import { usePortfolio } from './use-portfolio';

const TYPING_PAUSE_MS = 200;

/** The gallery manager (ADM-GAL). */
export default function PortfolioPage() {
  const host = useHost();
  const [category, setCategory] = useState<PortfolioCategory | 'all'>('all');
  const [typed, setTyped] = useState('');
  const debounced = useDebounced(typed, TYPING_PAUSE_MS);
  // A cleared search shows everything at once.
  const search = typed.trim() && debounced.trim();
  const portfolio = usePortfolio({ category, search });
  const { list, items, heroIds, isHeroCurrent } = portfolio;
  const [open, setOpen] = useState<PortfolioItem | 'new' | null>(null);
  const [itemToDelete, setItemToDelete] = useState<PortfolioItem | null>(null);
  const state = stateOf(list);
  const page = list.data?.pages[0];
  const all = page ? Object.values(page.counts).reduce((sum, count) => sum + count) : 0;
  const hero = useMemo(() => ({ ids: heroIds ?? [], isCurrent: isHeroCurrent }), [heroIds, isHeroCurrent]);

  const latest = useRef({ portfolio, page, category, search, all });
  latest.current = { portfolio, page, category, search, all };
  const onHero = useCallback((item: PortfolioItem, isChosen: boolean) => {
    latest.current.portfolio.setHero(item, isChosen);
  }, []);
  const onMoveTo = useCallback((item: PortfolioItem, index: number) => {
    latest.current.portfolio.moveTo(item._id, index);
  }, []);
  // Start and end are those of the category: a search only hides what is in between.
  const onMoveToEdge = useCallback((item: PortfolioItem, edge: 'start' | 'end') => {
    const { portfolio, page, category, search, all } = latest.current;
    const count = category === 'all' ? all : (page?.counts[category] ?? 0);
    const total = page?.total ?? 0;
    const last = portfolio.list.hasNextPage ? total - 1 : portfolio.items.length - 1;
    const shown = edge === 'start' ? 0 : last;
    const isKnown = category === 'all' && search === '' && (edge === 'start' || !portfolio.list.hasNextPage);
    const place = isKnown ? undefined : { edge, ...(category !== 'all' && { category }) };
    if (search !== '' || portfolio.items[shown]?._id !== item._id) portfolio.moveTo(item._id, shown, place);
    return { place: edge === 'start' ? 1 : count, count };
  }, []);

  const addButton = (
    <Button variant="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" strokeWidth={1.75} /> Add New Item
    </Button>
  );
  const isEmpty = state === 'ready' && all === 0;
  return (
    <>
      <PageHead title="Gallery" note={noteFor(state, all)} isLoading={state === 'loading'}>
        {!isEmpty && addButton}
      </PageHead>
      {state === 'loading' && <PortfolioSkeleton />}
      {state === 'failed' && (
        <LoadFailure onRetry={() => void list.refetch()}>
          We could not load the gallery. Check your connection and try again.
        </LoadFailure>
      )}
      {isEmpty && (
        <Empty title="No photos yet">
          <p>Add your first photo. It appears on the website at once.</p>
          {addButton}
        </Empty>
      )}
      {page && all > 0 && (
        <>
          <PortfolioTools
            {...{ category, search: typed, counts: page.counts, total: all }}
            onCategory={setCategory}
            onSearch={setTyped}
          />
          {items.length === 0 ? (
            <Empty title="No photos found">
              <p>No photo matches this search and category.</p>
              <Button
                onClick={() => {
                  setTyped('');
                  setCategory('all');
                }}
              >
                Clear search and filter
              </Button>
            </Empty>
          ) : (
            <PortfolioGrid
              items={items}
              total={page.total}
              hero={hero}
              onEdit={setOpen}
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
      {open && (
        <ItemDialog
          item={open === 'new' ? null : open}
          category={category === 'all' ? 'wedding' : category}
          onSaved={() => void portfolio.reload()}
          onDone={(count) => {
            setOpen(null);
            host.toast({ title: open === 'new' ? `${formatCount(count, 'photo')} added` : 'Changes saved' });
          }}
          onClose={() => setOpen(null)}
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
