import { css } from '@emotion/react';
import type { PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactElement, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { LoadFailure } from '../controls/banner';
import { Button } from '../controls/button';
import { Confirm } from '../controls/dialog';
import { Empty } from '../controls/empty';
import { InputFrame, inputStyles } from '../controls/field';
import { Segments } from '../controls/segments';
import { UndoBar } from '../controls/undo-bar';
import { formatCount } from '../format/sizes';
import { useHost } from '../host/host-context';
import { PageHead } from '../layout/page-head';
import { Photograph } from '../look/photograph';
import { CATEGORIES } from './categories';
import { GalleryGrid } from './gallery-grid';
import { GallerySkeleton } from './gallery-skeleton';
import { ItemDialog } from './item-dialog';
import { HERO_SIZE, heroPlaces, placeBefore } from './order';
import { useGallery } from './use-gallery';

const tools = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 1rem;
  margin-bottom: 1.5rem;
  & > div:last-of-type {
    flex: 0 1 18rem;
  }
  @media (max-width: 899px) {
    & > div:last-of-type {
      flex-basis: 100%;
    }
  }
`;
const NO_ITEMS: PortfolioItem[] = [];

/** The gallery manager (ADM-GAL). */
export default function GalleryPage(): ReactElement {
  const host = useHost();
  const gallery = useGallery();
  const { result } = gallery;
  const items = result.data ?? NO_ITEMS;
  const [category, setCategory] = useState<PortfolioCategory | 'all'>('all');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<PortfolioItem | 'new' | null>(null);
  const [asked, setAsked] = useState<PortfolioItem | null>(null);
  const searched = useDeferredValue(search);
  const shown = useShown(items, category, searched);
  const places = useMemo(() => heroPlaces(items), [items]);

  const latest = useRef({ gallery, items, shown, category });
  latest.current = { gallery, items, shown, category };
  const onHero = useCallback(
    (item: PortfolioItem, hero: boolean) => void latest.current.gallery.setHero(item, hero),
    [],
  );
  const onMoveTo = useCallback((item: PortfolioItem, index: number) => {
    const now = latest.current;
    void now.gallery.move(item._id, placeBefore(now.items, now.shown, item._id, index));
  }, []);
  // Start and end are those of the category: a search only hides what is in between.
  const onMoveToEdge = useCallback((item: PortfolioItem, edge: 'start' | 'end') => {
    const { items, category, gallery } = latest.current;
    const inCategory = items.filter((each) => category === 'all' || each.category === category);
    const index = edge === 'start' ? 0 : inCategory.length - 1;
    if (inCategory[index]?._id !== item._id)
      void gallery.move(item._id, placeBefore(items, inCategory, item._id, index));
    return { place: index + 1, count: inCategory.length };
  }, []);

  const addButton = (
    <Button look="primary" onClick={() => setOpen('new')}>
      <Plus aria-hidden="true" strokeWidth={1.75} /> Add New Item
    </Button>
  );
  const isEmpty = result.state === 'ready' && items.length === 0;
  return (
    <>
      <PageHead title="Gallery" note={noteFor(result.state, items.length)} isLoading={result.state === 'loading'}>
        {!isEmpty && addButton}
      </PageHead>
      {result.state === 'loading' && <GallerySkeleton />}
      {result.state === 'failed' && (
        <LoadFailure onRetry={gallery.retry}>
          We could not load the gallery. Check your connection and try again.
        </LoadFailure>
      )}
      {isEmpty && (
        <Empty title="No photos yet">
          <p>Add your first photo. It appears on the website at once.</p>
          {addButton}
        </Empty>
      )}
      {items.length > 0 && (
        <>
          <div css={tools}>
            <Segments<PortfolioCategory | 'all'>
              label="Category"
              value={category}
              options={categoryOptions(items)}
              onChange={setCategory}
            />
            <InputFrame>
              <Search aria-hidden="true" strokeWidth={1.75} />
              <input
                css={inputStyles}
                type="search"
                aria-label="Search the gallery"
                placeholder="Title, place or description"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            </InputFrame>
          </div>
          {shown.length === 0 ? (
            <Empty title="No photos found">
              <p>No photo matches this search and category.</p>
              <Button
                onClick={() => {
                  setSearch('');
                  setCategory('all');
                }}
              >
                Clear search and filter
              </Button>
            </Empty>
          ) : (
            <GalleryGrid
              items={shown}
              view={`${category} ${searched}`}
              heroPlaces={places}
              onEdit={setOpen}
              onDelete={setAsked}
              onHero={onHero}
              onMoveTo={onMoveTo}
              onMoveToEdge={onMoveToEdge}
            />
          )}
        </>
      )}
      {open && (
        <ItemDialog
          item={open === 'new' ? null : open}
          category={category === 'all' ? 'wedding' : category}
          onSaved={() => void gallery.reload()}
          onDone={(count) => {
            setOpen(null);
            host.toast({ title: open === 'new' ? `${formatCount(count, 'photo')} added` : 'Changes saved' });
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {asked && (
        <DeleteQuestion
          item={asked}
          onConfirm={() => {
            setAsked(null);
            void gallery.remove(asked);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
      {gallery.deleted && (
        <UndoBar
          key={gallery.deleted._id}
          message={`Deleted “${gallery.deleted.title}”.`}
          onUndo={gallery.undoDelete}
          onDismiss={gallery.dismissDeleted}
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

function categoryOptions(
  items: readonly PortfolioItem[],
): { value: PortfolioCategory | 'all'; label: string; count: number }[] {
  return [
    { value: 'all', label: 'All', count: items.length },
    ...CATEGORIES.map(({ value, label }) => ({
      value,
      label,
      count: items.filter((item) => item.category === value).length,
    })),
  ];
}

function useShown(items: PortfolioItem[], category: PortfolioCategory | 'all', search: string): PortfolioItem[] {
  return useMemo(() => {
    const words = search.trim().toLowerCase().split(/\s+/);
    return items.filter((item) => {
      if (category !== 'all' && item.category !== category) return false;
      const text = `${item.title}\n${item.place}\n${item.description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [items, category, search]);
}

/** The exact question of ADM-GAL-2. */
function DeleteQuestion({
  item,
  onConfirm,
  onCancel,
}: {
  item: PortfolioItem;
  onConfirm(): void;
  onCancel(): void;
}): ReactElement {
  return (
    <Confirm
      question="Are you sure you want to delete this item?"
      detail={`“${item.title}” will be removed from the website. You can undo this for a few seconds.`}
      picture={
        <div
          css={{ width: '5.5rem', height: '5.5rem', overflow: 'hidden', borderRadius: 'var(--r-2)' }}
          style={{ background: item.media?.color ?? 'var(--a-skel)' }}
        >
          <Photograph media={item.media} image={item.image} alt="" sizes="88px" />
        </div>
      }
      confirmLabel={
        <>
          <Trash2 aria-hidden="true" strokeWidth={1.75} /> Delete
        </>
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
