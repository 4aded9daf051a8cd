import { INQUIRY_STATUSES, type InquiryStatus } from '@godhuli/contracts/inquiries';
import { type RefObject, useEffect, useRef } from 'react';

interface InboxKeys {
  search: RefObject<HTMLInputElement | null>;
  /** 1 is the next, -1 the one before */
  onMove(step: 1 | -1): void;
  onStatus(status: InquiryStatus): void;
  onUndo(): void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, select, input:not([type=radio])');

/** J and K move, 1 2 3 set the status, Z undoes, / goes to the search; never while someone types or a dialog is open. */
export function useInboxKeys(keys: InboxKeys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const status = INQUIRY_STATUSES[Number(event.key) - 1];
      if (event.key === '/') now.current.search.current?.focus();
      else if (event.key.toLowerCase() === 'j') now.current.onMove(1);
      else if (event.key.toLowerCase() === 'k') now.current.onMove(-1);
      else if (event.key.toLowerCase() === 'z') now.current.onUndo();
      else if (status && !event.repeat) now.current.onStatus(status);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
