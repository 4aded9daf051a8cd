import type { Interpolation, Theme } from '@emotion/react';
import Trash2 from 'lucide-react/icons/trash-2';
import type { HTMLAttributes, ReactNode } from 'react';
import { IconButton } from './button';
import { MoveGrip } from './move-grip';
import * as sortable from './sortable-list.styles';

/** What a list with an order tells each of its rows. */
export interface SortableRowState {
  /** 'story' and 'stories'; the plural also names the list */
  nouns: readonly [string, string];
  /** '2 of 7' */
  place: string;
  isActive: boolean;
  isOver: boolean;
  grip: HTMLAttributes<HTMLElement>;
  onDelete(): void;
}

interface SortableRowProps {
  item: { _id: string; title: string };
  row: SortableRowState;
  rowStyles: Interpolation<Theme>;
  picture: ReactNode;
  /** the button that opens the item */
  edit: ReactNode;
  children: ReactNode;
}

/** One row of a list that staff sort. */
export function SortableRow({ item: { _id, title }, row, rowStyles, picture, edit, children }: SortableRowProps) {
  const { nouns, place, isActive, isOver, grip, onDelete } = row;
  return (
    <li
      css={[sortable.row, rowStyles]}
      data-sort={nouns[1]}
      data-sort-id={_id}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
    >
      <MoveGrip title={title} place={place} description={`Use the arrow keys to move this ${nouns[0]}.`} grip={grip} />
      {picture}
      <div>
        <h2>{title}</h2>
        {children}
      </div>
      <div css={sortable.rowActions}>
        {edit}
        <IconButton isBad aria-label={`Delete ${title}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" strokeWidth={1.75} />
        </IconButton>
      </div>
    </li>
  );
}
