import { DndContext, DragOverlay } from '@dnd-kit/core';
import { css } from '@emotion/react';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Photograph } from '../look/photograph';
import { visuallyHidden } from '../look/text';
import { GalleryCard } from './gallery-card';
import { useColumns } from './use-columns';
import { useDrag } from './use-drag';

const ROW_GAP_PX = 28;
const ESTIMATED_ROW_PX = 330;
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
  heroPlaces: ReadonlyMap<string, number>;
  onEdit(item: PortfolioItem): void;
  onDelete(item: PortfolioItem): void;
  onHero(item: PortfolioItem, hero: boolean): void;
  onMoveTo(item: PortfolioItem, index: number): void;
}

/** The grid. Only the rows near the window exist, so 5,000 items scroll like fifty. */
export function GalleryGrid({ items, heroPlaces, onMoveTo, ...actions }: GalleryGridProps): ReactElement {
  const grid = useRef<HTMLUListElement>(null);
  const { columns, topPx } = useColumns(grid);
  const [announcement, setAnnouncement] = useState('');
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => ESTIMATED_ROW_PX,
    gap: ROW_GAP_PX,
    overscan: SPARE_ROWS,
    scrollMargin: topPx,
    useFlushSync: false,
  });
  // Deferred: new cards are made in slices between frames, so that scrolling itself never waits for them.
  const shownRows = useDeferredValue(rows.getVirtualItems());
  const firstRow = shownRows[0];
  const lastRow = shownRows.at(-1);
  const first = (firstRow?.index ?? 0) * columns;
  const shown = items.slice(first, ((lastRow?.index ?? -1) + 1) * columns);

  const moveTo = useCallback(
    (item: PortfolioItem, index: number) => {
      onMoveTo(item, index);
      setAnnouncement(`${item.title} moved to place ${index + 1} of ${items.length}.`);
    },
    [onMoveTo, items.length],
  );
  const drag = useDrag(items, moveTo);
  const scrollToRow = rows.scrollToIndex;
  const keepGripInView = useKeepFocusedCard(items, columns, scrollToRow);
  const moveByKey = useCallback(
    (item: PortfolioItem, index: number) => {
      keepGripInView(item._id);
      moveTo(item, index);
    },
    [keepGripInView, moveTo],
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
          paddingTop: firstRow ? firstRow.start - topPx : 0,
          paddingBottom: lastRow ? Math.max(0, rows.getTotalSize() - (lastRow.end - topPx)) : 0,
        }}
      >
        {shown.map((item, offset) => {
          const index = first + offset;
          return (
            <GalleryCard
              key={item._id}
              ref={index % columns === 0 ? rows.measureElement : undefined}
              item={item}
              index={index}
              count={items.length}
              columns={columns}
              heroPlace={heroPlaces.get(item._id) ?? null}
              drop={item._id === drag.overId ? drag.side : null}
              isDragging={item._id === drag.activeId}
              onMoveTo={moveByKey}
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

/** After a move by keyboard the moved card is scrolled to and its grip keeps the focus, wherever it went. */
function useKeepFocusedCard(
  items: readonly PortfolioItem[],
  columns: number,
  scrollToRow: (index: number, options: { align: 'auto' }) => void,
) {
  const wanted = useRef<{ id: string; label: string } | null>(null);
  useEffect(() => {
    const target = wanted.current;
    if (!target) return;
    const index = items.findIndex((item) => item._id === target.id);
    if (index >= 0) scrollToRow(Math.floor(index / columns), { align: 'auto' });
    const frame = requestAnimationFrame(() => {
      wanted.current = null;
      const card = document.querySelector(`[data-item="${target.id}"]`);
      const buttons = [...(card?.querySelectorAll('button') ?? [])];
      const button = buttons.find((candidate) => candidate.title === target.label) ?? buttons[0];
      if (card && !card.contains(document.activeElement)) button?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [items, columns, scrollToRow]);
  return useCallback((id: string) => {
    const focused = document.activeElement;
    wanted.current = { id, label: focused instanceof HTMLElement ? focused.title : '' };
  }, []);
}
