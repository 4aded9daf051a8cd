import type { HostApi } from '@godhuli/contracts/host';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { Cancelled, failureText } from './call';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** title of the toast that a failure shows, or how to make it from the variables; without it the caller handles the failure */
      errorTitle?: string | ((variables: never) => string);
      /** what that toast says after the reason */
      errorHint?: string;
    };
  }
}

/**
 * Creates the cache of server data of the portal. A failure shows at once, with a way to try again: nothing is retried
 * without being asked. Data is dropped with the last screen that shows it, so no user sees what another one loaded.
 */
export function createQueryClient(toast: HostApi['toast']): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        gcTime: 0,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, variables, _context, { meta }) => {
        if (!meta?.errorTitle || error instanceof Cancelled) return;
        const { errorTitle, errorHint } = meta;
        const title = typeof errorTitle === 'string' ? errorTitle : errorTitle(variables as never);
        showErrorToast(toast, title, error, errorHint);
      },
    }),
  });
}

/** Shows a failure that changed nothing, with the server's reason. @param hint what else helps the user */
export function showErrorToast(toast: HostApi['toast'], title: string, error: unknown, hint?: string): void {
  const reason = failureText(error, 'Nothing was changed. Please try again.');
  toast({ title, description: hint ? `${reason} ${hint}` : reason, variant: 'destructive' });
}

/** Options of data that changes while it is shown: read again every minute, and when the tab is shown again. */
export const LIVE = { staleTime: Infinity, refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const;

/** What a screen shows of a query: its data, else that it loads (also after 'Try again'), else that it failed. */
export function stateOf({ data, isFetching }: { data: unknown; isFetching: boolean }): 'ready' | 'loading' | 'failed' {
  if (data !== undefined) return 'ready';
  return isFetching ? 'loading' : 'failed';
}
