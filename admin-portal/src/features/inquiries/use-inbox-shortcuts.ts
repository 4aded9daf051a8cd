import { INQUIRY_STATUSES, type InquiryStatus } from '@godhuli/contracts/inquiries';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface InboxShortcuts {
  search: RefObject<HTMLInputElement | null>;
  /** @param step 1 is the next inquiry, -1 the previous one */
  onMove(step: 1 | -1): void;
  onStatus(status: InquiryStatus): void;
  onUndo(): void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type=radio])');

/** J and K move, 1 2 3 set the status, Z undoes, / focuses the search; not while someone types or a dialog is open. */
export function useInboxShortcuts(shortcuts: InboxShortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Before the inbox is painted: an effect after it would miss the keys of those who type at once.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const { search, onMove, onStatus, onUndo } = latest.current;
      const status = INQUIRY_STATUSES[Number(event.key) - 1];
      if (event.key === '/') search.current?.focus();
      else if (event.key.toLowerCase() === 'j') onMove(1);
      else if (event.key.toLowerCase() === 'k') onMove(-1);
      else if (event.key.toLowerCase() === 'z' && !event.repeat) onUndo();
      else if (status && !event.repeat) onStatus(status);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
