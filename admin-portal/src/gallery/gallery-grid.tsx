import { DndContext, DragOverlay } from '@dnd-kit/core';
import { ClassNames, css } from '@emotion/react';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Photograph } from '../look/photograph';
import { visuallyHidden } from '../look/text';
import { type CardClasses, cardStyles } from './card-styles';
import { GalleryCard } from './gallery-card';
import { useColumns } from './use-columns';
import { useDrag } from './use-drag';
import { useGradualRows } from './use-gradual-rows';

const ROW_GAP_PX = 28;
const ESTIMATED_CARD_PX = 330;
const SPARE_ROWS = 2;

/** Columns and column gap of the grid, also of its skeleton. */
export const gridStyles = css`
  display: grid;
  grid-template-columns: repeat(var(--columns, auto-fill), minmax(0, 1fr));
  gap: 1.75rem 1.25rem;
  @media (max-width: 639px) {
    column-gap: 0.75rem;
  }
`;
const overlay = css`
  aspect-ratio: 4/3;
  overflow: hidden;
  border-radius: var(--r-2);
  box-shadow: var(--shadow-3);
  cursor: grabbing;
  opacity: 0.92;
`;

interface GalleryGridProps {
  /** the items that filter and search leave, in order */
  items: readonly PortfolioItem[];
  /** which filter and search that is; another one begins to draw anew */
  view: string;
  heroPlaces: ReadonlyMap<string, number>;
  onEdit(item: PortfolioItem): void;
  onDelete(item: PortfolioItem): void;
  onHero(item: PortfolioItem, hero: boolean): void;
  onMoveTo(item: PortfolioItem, index: number): void;
  /** Moves to the start or the end of the category, whatever is searched for; returns the new place, from 1. */
  onMoveToEdge(item: PortfolioItem, edge: 'start' | 'end'): { place: number; count: number };
}

/** The grid. Only the rows near the window exist, so 5,000 items scroll like fifty. */
export function GalleryGrid(props: GalleryGridProps): ReactElement {
  return (
    <ClassNames>
      {({ css }) => {
        const names = Object.entries(cardStyles).map(([part, styles]) => [part, css(styles)]);
        return <Grid {...props} classNames={Object.fromEntries(names)} />;
      }}
    </ClassNames>
  );
}

function Grid({
  items,
  view,
  heroPlaces,
  onMoveTo,
  onMoveToEdge,
  classNames,
  ...actions
}: GalleryGridProps & { classNames: CardClasses }): ReactElement {
  // They are always the same: the first ones are kept, so that no card is drawn anew for them.
  const [classes] = useState(classNames);
  const grid = useRef<HTMLUListElement>(null);
  const { columns, topPx } = useColumns(grid);
  const [announcement, setAnnouncement] = useState('');
  const cardPx = useCardHeight(grid);
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => cardPx,
    gap: ROW_GAP_PX,
    overscan: SPARE_ROWS,
    scrollMargin: topPx,
    useFlushSync: false,
  });
  const measureAnew = rows.measure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the cards is what asks for it
  useEffect(measureAnew, [cardPx, measureAnew]);
  const wanted = rows.getVirtualItems();
  const { first: firstRow, end: endRow } = useGradualRows(
    { first: wanted[0]?.index ?? 0, end: (wanted.at(-1)?.index ?? -1) + 1 },
    rows.range?.startIndex ?? 0,
    `${columns} ${view}`,
  );
  // Laid out at once: in the next frame it would come on top of painting, and an effect after it may be too late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what asks for it
  useLayoutEffect(() => void grid.current?.getBoundingClientRect(), [firstRow, endRow]);
  const first = firstRow * columns;
  const shown = items.slice(first, endRow * columns);
  const rowPx = cardPx + ROW_GAP_PX;
  const rowsBelow = Math.ceil(items.length / columns) - endRow;

  const moveTo = useCallback(
    (item: PortfolioItem, index: number) => {
      onMoveTo(item, index);
      setAnnouncement(`Moved ${item.title} to position ${index + 1} of ${items.length}.`);
    },
    [onMoveTo, items.length],
  );
  const drag = useDrag(items, moveTo);
  const scrollToRow = rows.scrollToIndex;
  const keepGripInView = useKeepFocusedCard(items, columns, scrollToRow);
  const moveByKey = useCallback(
    (item: PortfolioItem, index: number) => {
      keepGripInView(item._id, index);
      moveTo(item, index);
    },
    [keepGripInView, moveTo],
  );
  const moveToEdge = useCallback(
    (item: PortfolioItem, edge: 'start' | 'end') => {
      keepGripInView(item._id, edge === 'start' ? 0 : items.length - 1);
      const { place, count } = onMoveToEdge(item, edge);
      setAnnouncement(`Moved ${item.title} to position ${place} of ${count}.`);
    },
    [keepGripInView, onMoveToEdge, items.length],
  );

  return (
    <DndContext
      sensors={drag.sensors}
      onDragStart={drag.onDragStart}
      onDragMove={drag.onDragMove}
      onDragEnd={drag.onDragEnd}
      onDragCancel={drag.onDragCancel}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
    >
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      <ul
        ref={grid}
        css={gridStyles}
        style={{
          ['--columns' as string]: columns,
          paddingTop: firstRow * rowPx,
          paddingBottom: Math.max(0, rowsBelow * rowPx),
        }}
      >
        {shown.map((item, offset) => {
          const index = first + offset;
          return (
            <GalleryCard
              key={item._id}
              classes={classes}
              item={item}
              index={index}
              count={items.length}
              columns={columns}
              heroPlace={heroPlaces.get(item._id) ?? null}
              drop={item._id === drag.overId ? drag.side : null}
              isDragging={item._id === drag.activeId}
              onMoveTo={moveByKey}
              onMoveToEdge={moveToEdge}
              {...actions}
            />
          );
        })}
      </ul>
      <DragOverlay dropAnimation={null}>
        {drag.active && (
          <div css={overlay} style={{ background: drag.active.media?.color }}>
            <Photograph media={drag.active.media} image={drag.active.image} alt="" sizes="300px" />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Moves are announced by the grid itself, in its own words. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/**
 * How tall a card is. All are equally tall, so one is watched, and none is measured while it is drawn: asking for a
 * height then would lay out the page in the middle of the work.
 */
function useCardHeight(grid: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeight] = useState(ESTIMATED_CARD_PX);
  const [card, setCard] = useState<Element | null>(null);
  // After every drawing: the card that was watched may be drawn no longer.
  useEffect(() => {
    if (!card?.isConnected) setCard(grid.current?.firstElementChild ?? null);
  });
  useEffect(() => {
    if (!card || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height > 0) setHeight(height);
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, [card]);
  return heightPx;
}

/** After a move by keyboard the moved card is scrolled to and the button that moved it keeps the focus. */
function useKeepFocusedCard(
  items: readonly PortfolioItem[],
  columns: number,
  scrollToRow: (index: number, options: { align: 'auto' }) => void,
) {
  const wanted = useRef<{ id: string; label: string; from: number; to: number; isMoved: boolean } | null>(null);
  useEffect(() => {
    const target = wanted.current;
    if (!target) return;
    const index = items.findIndex((item) => item._id === target.id);
    target.isMoved = index === target.to;
    if (target.isMoved) scrollToRow(Math.floor(index / columns), { align: 'auto' });
    // Where it was: the drawing of what came before the key was pressed. Anywhere else: someone else has moved it.
    else if (index !== target.from) wanted.current = null;
  }, [items, columns, scrollToRow]);
  // Far away the card is drawn some frames later: looked for until it is there.
  useEffect(() => {
    const target = wanted.current;
    const card = target?.isMoved ? document.querySelector(`[data-item="${target.id}"]`) : null;
    if (!target || !card) return;
    wanted.current = null;
    if (card.contains(document.activeElement)) return;
    const buttons = [...card.querySelectorAll('button')];
    (buttons.find((button) => button.title === target.label) ?? buttons[0])?.focus();
  });
  const drawn = useRef(items);
  useLayoutEffect(() => {
    drawn.current = items;
  }, [items]);
  return useCallback((id: string, to: number) => {
    const from = drawn.current.findIndex((item) => item._id === id);
    const focused = document.activeElement;
    const label = focused instanceof HTMLElement ? focused.title : '';
    wanted.current = from === to ? null : { id, label, from, to, isMoved: false };
  }, []);
}
