import { contentEntrySchema } from '@godhuli/contracts/content';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../call';

/** The studio's own name, when the content has none (specification, section 3). */
const DEFAULT_STUDIO_NAME = 'Godhuli';

const studioName = queryOptions({
  queryKey: ['studio-name'],
  queryFn: async ({ signal }) => {
    const entries = await call(z.array(contentEntrySchema), '/api/content', { signal });
    const name = entries.find((entry) => entry.section === 'hero' && entry.key === 'brand_name')?.value.trim();
    return name || DEFAULT_STUDIO_NAME;
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Returns the studio's name as the website shows it; the default one until it has loaded, and when it cannot be. */
export function useStudioName(): string {
  return useQuery(studioName).data ?? DEFAULT_STUDIO_NAME;
}

/** The document's title: the page, then whose portal it is. */
export function DocumentTitle({ children }: { children: string }) {
  const studio = useStudioName();
  return <title>{`${children} · ${studio} admin`}</title>;
}
