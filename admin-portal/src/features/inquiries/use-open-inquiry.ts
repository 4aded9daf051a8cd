import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../ui/browser-storage';
import type { InboxUrl } from './use-inbox-url';

export type OpenInquiry = ReturnType<typeof useOpenInquiry>;

/** Session storage: the id of the open inquiry that has the list before it in the history. Survives a reload. */
const LIST_BEHIND_KEY = 'inbox-list-below';

function wasListBehind(id: string | null): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const isNewDocument = (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
  return !isNewDocument && id !== null && readStored('sessionStorage', LIST_BEHIND_KEY) === id;
}

/**
 * Which inquiry is open, kept in the URL (`#12`) so that it can be sent to a colleague. On a phone, where the inquiry
 * replaces the list, it is a history entry: Back closes it, also when the URL was opened from outside.
 */
export function useOpenInquiry(url: InboxUrl, isNarrow: boolean) {
  const idInUrl = url.hash.slice(1) || null;
  const [chosenId, setChosenId] = useState(idInUrl);
  const [isListBehind, setIsListBehind] = useState(() => wasListBehind(idInUrl));
  const waitingId = useRef<string | null>(null);

  // A URL from outside has no list behind it. The list is added to the history first and the inquiry shown after it, so
  // that Back never leaves the inbox.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` reads the latest URL by itself
  useEffect(() => {
    if (!isNarrow) return;
    if (idInUrl === null) {
      setIsListBehind(true);
      const id = waitingId.current;
      waitingId.current = null;
      if (id !== null) url.go({ hash: `#${id}` });
    } else if (!isListBehind) {
      waitingId.current = idInUrl;
      url.go({ hash: '' }, { replace: true });
    } else {
      writeStored('sessionStorage', LIST_BEHIND_KEY, idInUrl);
    }
  }, [isNarrow, idInUrl, isListBehind]);

  // A link to another inquiry, followed while this page is open. A URL that arrives after a newer choice is outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed URL opens an inquiry
  useEffect(() => {
    if (idInUrl !== null && url.isSettled()) setChosenId(idInUrl);
  }, [idInUrl]);

  return {
    id: isNarrow ? (isListBehind ? idInUrl : null) : chosenId,
    open(id: string) {
      setChosenId(id);
      const hash = `#${id}`;
      if (url.latest().hash === hash) return;
      if (!isNarrow) setIsListBehind(false);
      // On a phone, going from one inquiry to the next adds no history entry.
      url.go({ hash }, { replace: !isNarrow || idInUrl !== null });
    },
    /** Opens the first inquiry when none was chosen, or (null) forgets the choice; the URL stays. */
    fallBackTo: setChosenId,
    close() {
      setChosenId(null);
      if (isNarrow && isListBehind) window.history.back();
      else url.go({ hash: '' }, { replace: true });
    },
  };
}
