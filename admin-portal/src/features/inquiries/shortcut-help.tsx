import type { ReactElement } from 'react';
import { Key } from '../../ui/keys';
import { shortcutHelp } from './shortcut-help.styles';

/** The keyboard shortcuts of the inbox, under the list. */
export function ShortcutHelp(): ReactElement {
  return (
    <p css={shortcutHelp} aria-hidden="true">
      <span>
        <Key>J</Key> <Key>K</Key> move
      </span>
      <span>
        <Key>1</Key> New
      </span>
      <span>
        <Key>2</Key> Responded
      </span>
      <span>
        <Key>3</Key> Booked
      </span>
      <span>
        <Key>Z</Key> undo
      </span>
    </p>
  );
}
