import { useEffect, useState } from 'react';
import { fetchSource, readInitialData, SOURCE_NAMES, type SourceName, type SourceValues } from './sources';

/**
 * Returns the page's data: what the server rendered from, and the rest, fetched in parallel after the first render.
 * @param initialData `host.initialData`, by API path
 * @param names the sources that the page shows
 */
export function useSiteData(
  initialData: Readonly<Record<string, unknown>> | undefined,
  names: readonly SourceName[] = SOURCE_NAMES,
): SourceValues {
  const [values, setValues] = useState(() => readInitialData(initialData));
  const [missing] = useState(() => names.filter((name) => values[name].loading));
  useEffect(() => {
    const controller = new AbortController();
    for (const name of missing)
      void fetchSource(name, controller.signal).then((loaded) => {
        if (loaded) setValues((previous) => ({ ...previous, [name]: loaded }));
      });
    return () => controller.abort();
  }, [missing]);
  return values;
}
