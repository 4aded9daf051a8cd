import { useDraggable } from '@dnd-kit/core';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { type KeyboardEvent, memo } from 'react';
import { categoryLabel } from '../../ui/categories';
import { isBrowserKey } from '../../ui/is-browser-key';
import { Photo } from '../../ui/photo';
import { CardIcon } from './card-icon';
import { HERO_SIZE } from './order';
import type { CardClasses } from './portfolio-card.styles';

export interface PortfolioCardProps {
  classes: CardClasses;
  item: StaffPortfolioItem;
  /** place among the items shown, from 0 */
  index: number;
  count: number;
  /** place in the hero from 1, or null when it is not chosen for it */
  heroPlace: number | null;
  /** cards in a row, for the arrow keys */
  columns: number;
  drop: 'before' | 'after' | null;
  isDragging: boolean;
  /** whether it is chosen, or null while nothing can be chosen */
  isChosen: boolean | null;
  onChoose(item: StaffPortfolioItem, isChosen: boolean, isRange: boolean): void;
  onEdit(item: StaffPortfolioItem): void;
  onDelete(item: StaffPortfolioItem): void;
  onHero(item: StaffPortfolioItem, hero: boolean): void;
  /** Moves the item to a place among those shown. */
  onMoveTo(item: StaffPortfolioItem, index: number): void;
  /** Moves the item to the start or the end of its list, also of what a search hides. */
  onMoveToEdge(item: StaffPortfolioItem, edge: 'start' | 'end'): void;
}

function heroLabel(title: string, place: number | null): string {
  if (place === null) return `Show ${title} in the slideshow`;
  if (place <= HERO_SIZE) return `Show ${title} in the slideshow: photo ${place} of ${HERO_SIZE}`;
  return `Show ${title} in the slideshow: not shown yet, only the first ${HERO_SIZE} starred photos are`;
}

/** Which place a key of the grip leads to, or null for a key that moves nothing. */
function indexAfterKey(key: string, index: number, count: number, columns: number): number | null {
  const target: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
  };
  const place = target[key];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}

/** One item of the gallery: image, title, category, Edit and Delete (ADM-GAL-1), and its place. */
export const PortfolioCard = memo(function PortfolioCard(props: PortfolioCardProps) {
  const { classes, item, index, count, heroPlace, columns } = props;
  const { setNodeRef: dragRef, listeners } = useDraggable({ id: item._id });
  const onGripKey = (event: KeyboardEvent) => {
    if (isBrowserKey(event)) return;
    if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      props.onMoveToEdge(item, event.key === 'Home' ? 'start' : 'end');
      return;
    }
    const place = indexAfterKey(event.key, index, count, columns);
    if (place === null) return;
    event.preventDefault();
    if (place !== index) props.onMoveTo(item, place);
  };
  return (
    <li
      className={classes.card}
      data-card
      data-item={item._id}
      data-drop={props.drop ?? undefined}
      data-dragging={props.isDragging || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger place to grab for the mouse; the grip below is the keyboard's */}
      <div
        className={classes.photo}
        style={{ background: item.media?.color }}
        ref={dragRef}
        onMouseDown={listeners?.onMouseDown as undefined}
      >
        <Photo
          media={item.media}
          image={item.image}
          alt={item.media?.alt || item.title}
          sizes="(max-width: 639px) 46vw, 300px"
        />
        {props.isChosen !== null && (
          <label className={classes.select}>
            <input
              type="checkbox"
              checked={props.isChosen}
              aria-label={`Select ${item.title}`}
              onChange={({ target, nativeEvent }) =>
                props.onChoose(item, target.checked, (nativeEvent as MouseEvent).shiftKey === true)
              }
            />
          </label>
        )}
        <button
          type="button"
          className={classes.grip}
          aria-label={`Move ${item.title}, position ${index + 1} of ${count}`}
          aria-description="Use the arrow keys to move this photo. Home moves it to the start, End to the end."
          title="Drag to move, or use the arrow keys"
          onMouseDown={listeners?.onMouseDown as undefined}
          onTouchStart={listeners?.onTouchStart as undefined}
          onKeyDown={onGripKey}
        >
          <CardIcon icon="grip" className={classes.iconOfDots} />
        </button>
        <button
          type="button"
          className={classes.hero}
          aria-pressed={item.hero}
          aria-label={heroLabel(item.title, heroPlace)}
          title="Show in the slideshow"
          onClick={() => props.onHero(item, !item.hero)}
        >
          <CardIcon icon="star" className={item.hero ? classes.iconFilled : classes.icon} />
          {heroPlace !== null && (heroPlace <= HERO_SIZE ? heroPlace : '–')}
        </button>
        {(['start', 'end'] as const).map((edge) => (
          <button
            key={edge}
            type="button"
            className={edge === 'start' ? classes.toStart : classes.toEnd}
            aria-label={`Move ${item.title} to ${edge}`}
            title={`Move to ${edge}`}
            onClick={() => props.onMoveToEdge(item, edge)}
          >
            <CardIcon icon={edge === 'start' ? 'toStart' : 'toEnd'} className={classes.icon} />
          </button>
        ))}
      </div>
      <div className={classes.labels}>
        <h2>{item.title}</h2>
        <p>{item.published ? categoryLabel(item.category) : `${categoryLabel(item.category)} · Not on the website`}</p>
      </div>
      <div className={classes.actions}>
        <button
          type="button"
          className={classes.edit}
          aria-label={`Edit ${item.title}`}
          onClick={() => props.onEdit(item)}
        >
          <CardIcon icon="pencil" className={classes.icon} /> Edit
        </button>
        <button
          type="button"
          className={classes.remove}
          aria-label={`Delete ${item.title}`}
          onClick={() => props.onDelete(item)}
        >
          <CardIcon icon="trash" className={classes.icon} /> Delete
        </button>
      </div>
    </li>
  );
});
