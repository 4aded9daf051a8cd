import { useQuery } from '@tanstack/react-query';
import { INQUIRIES } from '../../app/query-keys';
import { loadSources } from './pipeline.requests';

const NONE: string[] = [];

/** Returns the sources of inquiries, the most frequent first; none while that is unknown. */
export const useSources = (): string[] =>
  useQuery({
    queryKey: [INQUIRIES, 'sources'],
    queryFn: ({ signal }) => loadSources(signal),
    staleTime: 300_000,
  }).data ?? NONE;
