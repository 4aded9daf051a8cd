import { useHost } from '../ui/host-context';
import { failureText } from './call';

interface PagedQuery {
  isFetching: boolean;
  fetchNextPage(): Promise<{ isFetchNextPageError: boolean; error: unknown }>;
}

/** Returns what loads the next page of a list, unless it is being loaded; a failure is a toast with this title. */
export function useLoadMore(query: PagedQuery, errorTitle: string): () => void {
  const { toast } = useHost();
  return async () => {
    if (query.isFetching) return;
    const { isFetchNextPageError, error } = await query.fetchNextPage();
    if (!isFetchNextPageError) return;
    toast({ title: errorTitle, description: failureText(error, 'Please try again.'), variant: 'destructive' });
  };
}
