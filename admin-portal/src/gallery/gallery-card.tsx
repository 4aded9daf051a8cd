import { useDraggable } from '@dnd-kit/core';
import { css } from '@emotion/react';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { type KeyboardEvent, memo, type ReactElement } from 'react';
import { Button } from '../controls/button';
import { Photograph } from '../look/photograph';
import { CardIcon } from './card-icon';
import { categoryLabel } from './categories';
import { HERO_SIZE } from './order';

const card = css`
  position: relative;
  contain: layout style;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  min-width: 0;
  &[data-drop]::before {
    content: '';
    position: absolute;
    top: 0;
    bottom: 0;
    width: 3px;
    border-radius: 2px;
    background: var(--a-mark);
  }
  &[data-drop='before']::before {
    left: -0.6875rem;
  }
  &[data-drop='after']::before {
    right: -0.6875rem;
  }
  &[data-dragging] {
    opacity: 0.4;
  }
`;
const picture = css`
  position: relative;
  aspect-ratio: 4/3;
  overflow: hidden;
  border-radius: var(--r-2);
  background: var(--a-skel);
`;
const words = css`
  padding: 0.75rem 0 0.7rem;
  & h2 {
    font-size: 0.9375rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const actions = css`
  display: flex;
  gap: 0.5rem;
  & button {
    flex: 1;
  }
  @media (max-width: 639px) {
    flex-direction: column;
  }
`;
/**
 * The four small tools stand in the corners of the photograph: a small plate in a target that a finger hits.
 * With a mouse they come with hover and focus.
 */
const tool = css`
  position: absolute;
  isolation: isolate;
  display: inline-grid;
  place-items: center;
  width: var(--h);
  height: var(--h);
  color: #fff;
  transition: opacity var(--t-1);
  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: calc((var(--h) - 1.875rem) / 2);
    border-radius: var(--r-2);
    background: rgb(16 14 12 / 0.72);
  }
  &:hover::before {
    background: #100e0c;
  }
  &:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -4px;
  }
  @media (hover: hover) and (pointer: fine) {
    [data-card]:not(:hover):not(:focus-within) &:not([aria-pressed='true']) {
      opacity: 0;
    }
  }
`;
const grip = css`
  top: 0;
  left: 0;
  cursor: grab;
  touch-action: none;
`;
const heroToggle = css`
  top: 0;
  right: 0;
  &[aria-pressed='true'] {
    grid-auto-flow: column;
    gap: 0.2rem;
    width: auto;
    padding-inline: 0.75rem;
    color: var(--gold-400);
    font-size: 0.75rem;
    font-weight: 600;
  }
`;

const gripTool = css([tool, grip]);
const heroTool = css([tool, heroToggle]);
const startTool = css([tool, { bottom: 0, left: 0 }]);
const endTool = css([tool, { bottom: 0, right: 0 }]);

export interface GalleryCardProps {
  item: PortfolioItem;
  /** place among the items shown, from 0 */
  index: number;
  count: number;
  /** place in the hero from 1, or null when it is not chosen for it */
  heroPlace: number | null;
  /** cards in a row, for the arrow keys */
  columns: number;
  drop: 'before' | 'after' | null;
  isDragging: boolean;
  onEdit(item: PortfolioItem): void;
  onDelete(item: PortfolioItem): void;
  onHero(item: PortfolioItem, hero: boolean): void;
  /** Moves the item to a place among those shown. */
  onMoveTo(item: PortfolioItem, index: number): void;
}

function heroLabel(title: string, place: number | null): string {
  if (place === null) return `Show ${title} in hero`;
  if (place <= HERO_SIZE) return `Show ${title} in hero, shown as number ${place}`;
  return `Show ${title} in hero, waiting: only the first ${HERO_SIZE} are shown`;
}

/** Which place a key of the grip leads to, or null for a key that moves nothing. */
function placeAfterKey(key: string, index: number, count: number, columns: number): number | null {
  const target: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  };
  const place = target[key];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}

/** One item of the gallery: image, title, category, Edit and Delete (ADM-GAL-1), and its place. */
export const GalleryCard = memo(function GalleryCard(props: GalleryCardProps): ReactElement {
  const { item, index, count, heroPlace, columns } = props;
  const { setNodeRef: dragRef, listeners } = useDraggable({ id: item._id });
  const onGripKey = (event: KeyboardEvent) => {
    const place = placeAfterKey(event.key, index, count, columns);
    if (place === null) return;
    event.preventDefault();
    if (place !== index) props.onMoveTo(item, place);
  };
  return (
    <li
      css={card}
      data-card
      data-item={item._id}
      data-drop={props.drop ?? undefined}
      data-dragging={props.isDragging || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to grab for the mouse; the grip below is the keyboard's */}
      <div
        css={picture}
        style={{ background: item.media?.color }}
        ref={dragRef}
        onMouseDown={listeners?.onMouseDown as undefined}
      >
        <Photograph
          media={item.media}
          image={item.image}
          alt={item.media?.alt || item.title}
          sizes="(max-width: 639px) 46vw, 300px"
        />
        <button
          type="button"
          css={gripTool}
          aria-label={`Move ${item.title}, place ${index + 1} of ${count}`}
          aria-description="Arrow keys move it, Home and End to the start and the end"
          title="Drag, or use the arrow keys"
          onMouseDown={listeners?.onMouseDown as undefined}
          onTouchStart={listeners?.onTouchStart as undefined}
          onKeyDown={onGripKey}
        >
          <CardIcon icon="grip" />
        </button>
        <button
          type="button"
          css={heroTool}
          aria-pressed={item.hero}
          aria-label={heroLabel(item.title, heroPlace)}
          title="Show in hero"
          onClick={() => props.onHero(item, !item.hero)}
        >
          <CardIcon icon={item.hero ? 'starred' : 'star'} />
          {heroPlace !== null && (heroPlace <= HERO_SIZE ? heroPlace : '–')}
        </button>
        <button
          type="button"
          css={startTool}
          aria-label={`Move ${item.title} to start`}
          title="Move to start"
          onClick={() => props.onMoveTo(item, 0)}
        >
          <CardIcon icon="toStart" />
        </button>
        <button
          type="button"
          css={endTool}
          aria-label={`Move ${item.title} to end`}
          title="Move to end"
          onClick={() => props.onMoveTo(item, count - 1)}
        >
          <CardIcon icon="toEnd" />
        </button>
      </div>
      <div css={words}>
        <h2>{item.title}</h2>
        <p>{categoryLabel(item.category)}</p>
      </div>
      <div css={actions}>
        <Button size="small" aria-label={`Edit ${item.title}`} onClick={() => props.onEdit(item)}>
          <CardIcon icon="pencil" /> Edit
        </Button>
        <Button size="small" look="quiet-bad" aria-label={`Delete ${item.title}`} onClick={() => props.onDelete(item)}>
          <CardIcon icon="trash" /> Delete
        </Button>
      </div>
    </li>
  );
});
