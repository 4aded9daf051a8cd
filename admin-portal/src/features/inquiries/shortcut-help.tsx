import { Key } from '../../ui/keys';
import { shortcutHelp } from './shortcut-help.styles';

const SHORTCUTS = { 1: 'New', 2: 'Responded', 3: 'Booked', Z: 'undo' };

/** The keyboard shortcuts of the inbox, under the list. */
export function ShortcutHelp() {
  return (
    <p css={shortcutHelp} aria-hidden="true">
      <span>
        <Key>J</Key> <Key>K</Key> move
      </span>
      {Object.entries(SHORTCUTS).map(([key, label]) => (
        <span key={key}>
          <Key>{key}</Key> {label}
        </span>
      ))}
    </p>
  );
}
