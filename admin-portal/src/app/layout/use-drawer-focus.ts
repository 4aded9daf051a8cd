import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus into the open drawer. Escape closes it, and the focus returns to its button. */
export function useDrawerFocus(isOpen: boolean, button: RefObject<HTMLButtonElement | null>, close: () => void): void {
  const latestClose = useRef(close);
  latestClose.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const opener = button.current;
    document.querySelector<HTMLElement>('#admin-sidebar nav a')?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latestClose.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      opener?.focus();
    };
  }, [isOpen, button]);
}
