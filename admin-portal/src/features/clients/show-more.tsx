import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button';

/** Returns the first items of a long list and a button for more: all at once would block a slow computer. */
export function useFirstItems<Item>(items: readonly Item[], step: number): [shown: readonly Item[], more: ReactNode] {
  const [count, setCount] = useState(step);
  const hidden = items.length - count;
  const more = hidden > 0 && (
    <div>
      <Button size="small" onClick={() => setCount(count + step)}>
        Show {Math.min(step, hidden)} more of {items.length}
      </Button>
    </div>
  );
  return [items.slice(0, count), more];
}
