import type { Inquiry } from '@godhuli/contracts/inquiries';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { ListPage } from '../../app/call';
import { INQUIRIES } from '../../app/query-keys';
import { LISTS } from './use-inquiry-list';

/** Key of an inquiry that is loaded by itself. */
export const inquiryKey = (id: string) => [INQUIRIES, 'one', id];

/** Writes to the loaded inquiries. */
export function useInquiryCache() {
  const queryClient = useQueryClient();
  const updateLists = (update: (inquiries: Inquiry[]) => Inquiry[]) =>
    queryClient.setQueriesData<InfiniteData<ListPage<Inquiry>>>(
      { queryKey: LISTS },
      (data) => data && { ...data, pages: data.pages.map(({ rows, next }) => ({ rows: update(rows), next })) },
    );
  return {
    /** Replaces the inquiry wherever it is loaded. */
    update(changed: Inquiry) {
      updateLists((inquiries) => inquiries.map((inquiry) => (inquiry._id === changed._id ? changed : inquiry)));
      queryClient.setQueryData<Inquiry>(inquiryKey(changed._id), (before) => before && changed);
    },
    /** Removes inquiries from the lists. */
    remove(isRemoved: (inquiry: Inquiry) => boolean) {
      updateLists((inquiries) => inquiries.filter((inquiry) => !isRemoved(inquiry)));
    },
  };
}
