import type { Inquiry } from '@godhuli/contracts/inquiries';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { INQUIRIES } from '../../app/query-keys';
import type { InquiryPage } from './inquiries.requests';
import { LISTS } from './use-inquiry-list';

/** Key of an inquiry that is loaded by itself. */
export const inquiryKey = (id: string) => [INQUIRIES, 'one', id];

interface InquiryCache {
  /** Replaces the inquiry wherever it is loaded. */
  update(changed: Inquiry): void;
  /** Removes inquiries from the lists. */
  remove(isRemoved: (inquiry: Inquiry) => boolean): void;
}

/** Writes to the loaded inquiries. */
export function useInquiryCache(): InquiryCache {
  const queryClient = useQueryClient();
  const updateLists = (update: (inquiries: Inquiry[]) => Inquiry[]) =>
    queryClient.setQueriesData<InfiniteData<InquiryPage>>(
      { queryKey: LISTS },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, inquiries: update(page.inquiries) })) },
    );
  return {
    update(changed) {
      updateLists((inquiries) => inquiries.map((inquiry) => (inquiry._id === changed._id ? changed : inquiry)));
      queryClient.setQueryData<Inquiry>(inquiryKey(changed._id), (before) => before && changed);
    },
    remove(isRemoved) {
      updateLists((inquiries) => inquiries.filter((inquiry) => !isRemoved(inquiry)));
    },
  };
}
