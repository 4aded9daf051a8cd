import { type RefObject, useEffect, useRef, useState } from 'react';

interface Menu {
  open: boolean;
  toggle(): void;
  close(): void;
  /** the element that holds both the toggle and the menu */
  frame: RefObject<HTMLElement | null>;
  toggleButton: RefObject<HTMLButtonElement | null>;
}

/** The menu of small screens: Escape closes it and gives the focus back, Tab stays inside, the page behind stands still. */
export function useMenu(): Menu {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const keepFocusInside = (event: KeyboardEvent) => {
      const stops = [toggleButton.current, ...(frame.current?.querySelectorAll<HTMLElement>('#menu a') ?? [])];
      const [edge, opposite] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      if (document.activeElement !== edge) return;
      event.preventDefault();
      opposite?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab') keepFocusInside(event);
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggleButton.current?.focus();
    };
    document.body.style.overflow = 'hidden';
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.body.style.overflow = '';
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false), frame, toggleButton };
}
