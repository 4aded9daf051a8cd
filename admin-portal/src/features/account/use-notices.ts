import type { AccountNotice } from '@godhuli/contracts/account';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { LIVE } from '../../app/query-client';
import { ACCOUNT } from '../../app/query-keys';
import { dismissNotices, loadNotices } from './account.requests';

const NOTICES = [ACCOUNT, 'notices'];

/** What happened to the account, newest first. */
export function useNotices(): UseQueryResult<AccountNotice[]> {
  return useQuery({ queryKey: NOTICES, queryFn: ({ signal }) => loadNotices(signal), ...LIVE });
}

/** Hides the loaded notices from the news on this device. */
export function useDismissNotices(notices: readonly AccountNotice[]): UseMutationResult<void, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const [newest] = notices;
      if (newest) await dismissNotices(newest._id);
    },
    onSuccess: () => {
      queries.setQueryData<AccountNotice[]>(NOTICES, (known) => known?.map((notice) => ({ ...notice, isNew: false })));
      // Also cancels a request from before the dismissal, whose response would show them again.
      void queries.invalidateQueries({ queryKey: NOTICES });
    },
  });
}
