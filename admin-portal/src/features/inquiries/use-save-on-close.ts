import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useEffect, useRef } from 'react';

/** Saves the fields of an inquiry when another one is opened, or none: a key or Back takes no focus from the field. */
export function useSaveOnClose(current: Inquiry | undefined, save: (inquiry: Inquiry) => void): void {
  const open = useRef(current);
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const before = open.current;
    open.current = current;
    if (before && before._id !== current?._id) latest.current(before);
  }, [current]);
}
