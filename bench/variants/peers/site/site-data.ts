import { readInitialData, SOURCE_NAMES, SOURCES, type SourceValues } from '../../../../public-site/src/data/sources';

/** Fetches the data of the page from the API of the product. @param origin 'http://127.0.0.1:3000' */
export async function fetchSite(origin: string): Promise<SourceValues> {
  const responses = SOURCE_NAMES.map(async (name) => {
    const { path } = SOURCES[name];
    const response = await fetch(origin + path);
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return [path, await response.json()];
  });
  return readInitialData(Object.fromEntries(await Promise.all(responses)));
}
