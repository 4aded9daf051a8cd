import { ApiError } from '@godhuli/contracts/api-error';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHost } from '../../ui/host-context';
import { loadInquiry } from './inquiries.requests';
import { inquiryKey } from './use-inquiry-cache';
import type { InquiryList } from './use-inquiry-list';
import type { OpenInquiry } from './use-open-inquiry';

/**
 * Returns the open inquiry: from the list, also when its new status no longer fits the filter, else loaded by itself.
 * An inquiry that does not exist is closed with a message.
 */
export function useCurrentInquiry(list: InquiryList, { id, close }: OpenInquiry): Inquiry | undefined {
  const { toast } = useHost();
  const onList = list.inquiries.find((inquiry) => inquiry._id === id);
  const { data, error } = useQuery({
    queryKey: inquiryKey(id ?? ''),
    queryFn: ({ signal }) => loadInquiry(id ?? '', signal),
    enabled: id !== null && !onList && list.state === 'ready',
    staleTime: Infinity,
  });
  const closeMissing = useRef(close);
  closeMissing.current = close;
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status !== 404) return;
    toast({ title: 'Inquiry not found', description: 'It may have been deleted.', variant: 'destructive' });
    closeMissing.current();
  }, [error, toast]);
  return onList ?? data;
}

interface FirstInquiryOptions {
  first: Inquiry | undefined;
  isNarrow: boolean;
  isSpam: boolean;
  /** whether the URL names an inquiry */
  hasIdInUrl: boolean;
}

/** Opens the first inquiry of the inbox or of the likely spam when none is open; a phone shows the list instead. */
export function useFirstInquiry(
  { id, fallBackTo }: OpenInquiry,
  { first, isNarrow, isSpam, hasIdInUrl }: FirstInquiryOptions,
): void {
  const firstId = isNarrow || id !== null ? undefined : first?._id;
  // Chosen once, so that a new inquiry never replaces the one that is being read. While rendering, so that list and inquiry are
  // shown in one frame.
  if (firstId) fallBackTo(firstId);

  const wasSpam = useRef(isSpam);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change between inbox and likely spam closes
  useEffect(() => {
    if (wasSpam.current === isSpam) return;
    wasSpam.current = isSpam;
    if (!hasIdInUrl) fallBackTo(null);
  }, [isSpam]);
}
