import { useEffect, useRef, useState } from 'react';
import { useHost } from '../host/host-context';

interface OpenInquiry {
  /** the inquiry that is read, by id */
  id: string | null;
  open(id: string): void;
  /** Opens the first inquiry when none was chosen, or (null) forgets the choice; leaves the address alone. */
  fallBackTo(id: string | null): void;
  close(): void;
}

/** Which open inquiry has the list below it in the history; kept for a reload of the page. */
const LIST_BELOW_KEY = 'inbox-list-below';

function wasListBelow(id: string | null): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const isNewDocument = (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
  try {
    return !isNewDocument && id !== null && sessionStorage.getItem(LIST_BELOW_KEY) === id;
  } catch {
    return false;
  }
}

function rememberListBelow(id: string): void {
  try {
    sessionStorage.setItem(LIST_BELOW_KEY, id);
  } catch {
    // Storage may be switched off; a reload then adds one step of the history.
  }
}

/**
 * Which inquiry is read, kept in the address (`#12`), so that it can be sent to a colleague. On a phone, where it takes
 * the list's place, it is a step of the history: Back closes it, also when the address was opened from outside.
 */
export function useOpenInquiry(isNarrow: boolean): OpenInquiry {
  const { basePath, location, navigate } = useHost();
  const list = `${basePath}/dashboard/inquiries${location.search}`;
  const inAddress = location.hash.slice(1) || null;
  const [chosen, setChosen] = useState(inAddress);
  const [isListBelow, setIsListBelow] = useState(() => wasListBelow(inAddress));
  const waiting = useRef<string | null>(null);

  // An address from outside has no list behind it: the list is laid there first, and the inquiry shown only then, so that
  // Back never leaves the inbox.
  useEffect(() => {
    if (!isNarrow) return;
    if (inAddress === null) {
      setIsListBelow(true);
      const id = waiting.current;
      waiting.current = null;
      if (id !== null) navigate(`${list}#${id}`);
    } else if (!isListBelow) {
      waiting.current = inAddress;
      navigate(list, { replace: true });
    } else {
      rememberListBelow(inAddress);
    }
  }, [isNarrow, inAddress, isListBelow, list, navigate]);

  // A link to another inquiry, followed while this page is open.
  useEffect(() => {
    if (inAddress !== null) setChosen(inAddress);
  }, [inAddress]);

  return {
    id: isNarrow ? (isListBelow ? inAddress : null) : chosen,
    open(id) {
      setChosen(id);
      if (id === inAddress) return;
      if (!isNarrow) setIsListBelow(false);
      // From one inquiry to the next on a phone is no step of the history of its own.
      navigate(`${list}#${id}`, { replace: !isNarrow || inAddress !== null });
    },
    fallBackTo: setChosen,
    close() {
      setChosen(null);
      if (isNarrow && isListBelow) window.history.back();
      else navigate(list, { replace: true });
    },
  };
}
