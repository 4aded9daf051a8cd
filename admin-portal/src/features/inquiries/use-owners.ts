import type { InquiryOwner } from '@godhuli/contracts/inquiries';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { INQUIRIES } from '../../app/query-keys';
import { loadOwners } from './pipeline.requests';

const NONE: InquiryOwner[] = [];

export const ownersQuery = queryOptions({
  queryKey: [INQUIRIES, 'owners'],
  queryFn: ({ signal }) => loadOwners(signal),
  staleTime: 300_000,
});

/** Returns who can own an inquiry; nobody while that is unknown. */
export const useOwners = (): InquiryOwner[] => useQuery(ownersQuery).data ?? NONE;
