import type { ReactNode } from 'react';
import { LoadFailure } from '../ui/banner';
import { stateOf } from './query-client';

interface QueryResultProps<Data> {
  query: { data: Data | undefined; isFetching: boolean; refetch(): unknown };
  /** shown while it loads */
  skeleton: ReactNode;
  /** what could not be loaded, in a sentence */
  failure: string;
  /** space above the failure */
  marginTop?: string;
  children(data: Data): ReactNode;
}

/** What a query has loaded; a placeholder until then, and after a failure a way to try again. */
export function QueryResult<Data>({ query, skeleton, failure, marginTop, children }: QueryResultProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (stateOf(query) === 'loading') return skeleton;
  const banner = <LoadFailure onRetry={() => void query.refetch()}>{failure}</LoadFailure>;
  return marginTop ? <div css={{ marginTop }}>{banner}</div> : banner;
}
