import GripVertical from 'lucide-react/icons/grip-vertical';
import type { HTMLAttributes } from 'react';
import * as sortable from './sortable-list.styles';

interface MoveGripProps {
  title: string;
  /** '2 of 7' */
  place: string;
  description: string;
  /** what `useSorting` gives for the item */
  grip: HTMLAttributes<HTMLElement>;
}

/** The handle that moves an item by drag or arrow keys. */
export function MoveGrip({ title, place, description, grip }: MoveGripProps) {
  return (
    <button
      type="button"
      css={sortable.grip}
      aria-label={`Move ${title}, position ${place}`}
      aria-description={description}
      title="Drag to move, or use the arrow keys"
      {...grip}
    >
      <GripVertical aria-hidden="true" strokeWidth={1.75} />
    </button>
  );
}
