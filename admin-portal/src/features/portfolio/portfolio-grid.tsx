import { DndContext, DragOverlay } from '@dnd-kit/core';
import { ClassNames } from '@emotion/react';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Photo } from '../../ui/photo';
import { visuallyHidden } from '../../ui/text.styles';
import { heroPlaceOf } from './order';
import { PortfolioCard } from './portfolio-card';
import { type CardClasses, cardStyles } from './portfolio-card.styles';
import * as styles from './portfolio-grid.styles';
import { useCardHeight } from './use-card-height';
import { useColumns } from './use-columns';
import { useDrag } from './use-drag';
import { useKeepFocusedCard } from './use-keep-focused-card';

const ROW_GAP_PX = 28;
const SPARE_ROWS = 2;

interface PortfolioGridProps {
  /** the loaded items that fit filter and search, in order */
  items: readonly StaffPortfolioItem[];
  /** how many there are, loaded or not */
  total: number;
  hero: { ids: readonly string[]; isCurrent: boolean };
  /** the chosen items, or null while nothing can be chosen */
  chosenIds: ReadonlySet<string> | null;
  onChoose(item: StaffPortfolioItem, isChosen: boolean, isRange: boolean): void;
  onEdit(item: StaffPortfolioItem): void;
  onDelete(item: StaffPortfolioItem): void;
  onHero(item: StaffPortfolioItem, hero: boolean): void;
  /** Returns whether the item has moved: not while another list is loading. */
  onMoveTo(item: StaffPortfolioItem, index: number): boolean;
  /** Moves to the start or the end of the category, whatever the search is; returns the new place, from 1, or null. */
  onMoveToEdge(item: StaffPortfolioItem, edge: 'start' | 'end'): { place: number; count: number } | null;
}

/**
 * The grid. Only the rows near the window are rendered, so 5,000 items scroll like fifty. Rendered again only for other items:
 * not while the page's dialogs open and close, or for each typed character of the search.
 */
export const PortfolioGrid = memo(function PortfolioGrid(props: PortfolioGridProps) {
  return (
    <ClassNames>
      {({ css }) => {
        const names = Object.entries(cardStyles).map(([part, styles]) => [part, css(styles)]);
        return <Grid {...props} classNames={Object.fromEntries(names)} />;
      }}
    </ClassNames>
  );
});

function Grid({
  items,
  total,
  hero,
  chosenIds,
  onMoveTo,
  onMoveToEdge,
  classNames,
  ...actions
}: PortfolioGridProps & { classNames: CardClasses }) {
  // The first classes stay in use, because new ones with the same content would render every card again.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of the cards triggers it
  useEffect(measureAnew, [cardPx, measureAnew]);
  const near = rows.getVirtualItems();
  // Deferred: a window full of cards is rendered in slices between which the page responds.
  const firstRow = useDeferredValue(near[0]?.index ?? 0, 0);
  const endRow = useDeferredValue((near.at(-1)?.index ?? -1) + 1, 0);
  // Forces the layout now: in the next frame it would add to the time of painting, and a later effect may run too late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows trigger it
  useLayoutEffect(() => void grid.current?.getBoundingClientRect(), [firstRow, endRow]);
  const first = firstRow * columns;
  const shown = items.slice(first, endRow * columns);
  const rowPx = cardPx + ROW_GAP_PX;
  const rowsBelow = Math.ceil(items.length / columns) - endRow;

  const moveTo = useCallback(
    (item: StaffPortfolioItem, index: number) => {
      const hasMoved = onMoveTo(item, index);
      if (hasMoved) setAnnouncement(`Moved ${item.title} to position ${index + 1} of ${total}.`);
      return hasMoved;
    },
    [onMoveTo, total],
  );
  const drag = useDrag(items, moveTo);
  const scrollToRow = rows.scrollToIndex;
  const keepGripInView = useKeepFocusedCard(items, columns, scrollToRow);
  const moveByKey = useCallback(
    (item: StaffPortfolioItem, index: number) => {
      const loadedIndex = Math.min(index, items.length - 1);
      if (items[loadedIndex]?._id === item._id) return;
      if (moveTo(item, loadedIndex)) keepGripInView(item._id, loadedIndex);
    },
    [keepGripInView, moveTo, items],
  );
  const moveToEdge = useCallback(
    (item: StaffPortfolioItem, edge: 'start' | 'end') => {
      const moved = onMoveToEdge(item, edge);
      if (!moved) return;
      keepGripInView(item._id, edge === 'start' ? 0 : total - 1);
      setAnnouncement(`Moved ${item.title} to position ${moved.place} of ${moved.count}.`);
    },
    [keepGripInView, onMoveToEdge, total],
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
        css={styles.grid}
        style={{
          ['--columns' as string]: columns,
          paddingTop: firstRow * rowPx,
          paddingBottom: Math.max(0, rowsBelow * rowPx),
        }}
      >
        {shown.map((item, offset) => {
          const index = first + offset;
          return (
            <PortfolioCard
              key={item._id}
              classes={classes}
              item={item}
              index={index}
              count={total}
              columns={columns}
              heroPlace={heroPlaceOf(item, hero.ids, hero.isCurrent)}
              drop={item._id === drag.overId ? drag.side : null}
              isDragging={item._id === drag.activeId}
              isChosen={chosenIds?.has(item._id) ?? null}
              onMoveTo={moveByKey}
              onMoveToEdge={moveToEdge}
              {...actions}
            />
          );
        })}
      </ul>
      <DragOverlay dropAnimation={null}>
        {drag.active && (
          <div css={styles.dragged} style={{ background: drag.active.media?.color }}>
            <Photo media={drag.active.media} image={drag.active.image} alt="" sizes="300px" />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** The grid announces moves itself, with its own messages. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
