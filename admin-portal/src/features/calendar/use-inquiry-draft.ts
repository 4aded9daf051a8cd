import type { City } from '@godhuli/contracts/calendar';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { showErrorToast } from '../../app/query-client';
import { useHost } from '../../ui/host-context';
import { inquiryQuery } from './calendar.requests';
import { type Draft, emptyDraft } from './use-booking-form';

/** Begins a booking from an inquiry, which the link of the inbox names, with its client, date and city; `cityId` is the city without one. */
export function useInquiryDraft(
  id: string | null,
  { cities, cityId }: { cities: readonly City[] | undefined; cityId: string },
  onReady: (draft: Draft) => void,
): void {
  const { toast } = useHost();
  const ready = useRef(onReady);
  ready.current = onReady;
  const { data, error } = useQuery({ ...inquiryQuery(id ?? '0'), enabled: id !== null });
  useEffect(() => {
    if (error) showErrorToast(toast, 'We could not load the inquiry', error);
  }, [error, toast]);
  useEffect(() => {
    if (id === null || !data || !cities || cityId === '') return;
    const name = data.city?.trim().toLowerCase();
    const named = cities.find((city) => !city.isArchived && city.name.toLowerCase() === name);
    const draft = emptyDraft(data.eventDate ?? '', named?._id ?? cityId);
    ready.current({ ...draft, lastDay: data.eventEndDate ?? draft.lastDay, title: data.name, inquiryId: data._id });
  }, [id, data, cities, cityId]);
}
