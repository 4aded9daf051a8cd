import { contentEntrySchema } from '@godhuli/contracts/content';
import { z } from 'zod';
import { call } from './call';

/** The studio's own name, when the content has none (specification, section 3). */
export const DEFAULT_STUDIO_NAME = 'Godhuli';

/** The studio's name as the website shows it. */
export async function loadStudioName(signal: AbortSignal): Promise<string> {
  const entries = await call(z.array(contentEntrySchema), '/api/content', { signal });
  const name = entries.find((entry) => entry.section === 'hero' && entry.key === 'brand_name')?.value.trim();
  return name || DEFAULT_STUDIO_NAME;
}
