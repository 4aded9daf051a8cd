import { useQuery } from '@tanstack/react-query';
import { loadMe } from './session.requests';

/** Returns the email of the signed-in user's account; undefined until it has loaded. */
export function useAccountEmail(): string | undefined {
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => loadMe(signal) }).data?.email;
}
