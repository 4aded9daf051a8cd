import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CLIENTS } from './clients.requests';

/**
 * A change of a client: everything that is shown of clients is read again, also after a failure.
 * @param errorTitle of the toast that a failure shows; '' where the form shows it
 */
export function useClientChange<Input, Output>(
  errorTitle: string,
  mutationFn: (input: Input) => Promise<Output>,
  options: Pick<UseMutationOptions<Output, Error, Input>, 'onSuccess'> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    meta: { errorTitle },
    ...options,
    onSettled: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}
