import { type Availability, type AvailabilityWord, availabilityOf } from '@godhuli/contracts/availability';
import { callApi } from '@godhuli/contracts/call-api';
import { useRef, useState } from 'react';

/** Returns the word for the chosen day, and a function to call when it changes. The data is read once, for all days. */
export function useAvailability(): [AvailabilityWord | undefined, (day: string) => Promise<void>] {
  const [word, setWord] = useState<AvailabilityWord>();
  const read = useRef<Promise<unknown>>(undefined);
  const chosen = useRef('');
  const show = async (day: string) => {
    chosen.current = day;
    setWord(undefined);
    if (day === '') return;
    read.current ??= callApi('/api/availability');
    try {
      const availability = (await read.current) as Availability;
      // Another day may have been chosen by now.
      if (chosen.current === day && typeof availability?.days === 'string') setWord(availabilityOf(availability, day));
    } catch {
      // The form works without it; the next choice tries again.
      read.current = undefined;
    }
  };
  return [word, show];
}
