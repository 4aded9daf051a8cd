import { useEffect, useRef, useState } from 'react';

/** The menu on small screens. Escape closes it and returns the focus, Tab stays inside, the page behind does not scroll. */
export function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  /** the element around the button and the menu */
  const container = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const keepFocusInside = (event: KeyboardEvent) => {
      const stops = [toggleButton.current, ...(container.current?.querySelectorAll<HTMLElement>('#menu a') ?? [])];
      const [edge, opposite] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
      if (document.activeElement !== edge) return;
      event.preventDefault();
      opposite?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab') keepFocusInside(event);
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      toggleButton.current?.focus();
    };
    document.body.style.overflow = 'hidden';
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.body.style.overflow = '';
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOpen]);
  return { isOpen, toggle: () => setIsOpen(!isOpen), close: () => setIsOpen(false), container, toggleButton };
}
