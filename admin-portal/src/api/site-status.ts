import type { SiteStatus } from '@godhuli/contracts/page';
import { z } from 'zod';

const siteStatusSchema = z.object({ staleSince: z.string().nullable() }) satisfies z.ZodType<SiteStatus>;

/** Returns how the website is. The site itself answers this, not the API; a portal without the site around it knows nothing. */
export async function loadSiteStatus(signal: AbortSignal): Promise<SiteStatus> {
  const answer = await fetch('/status.json', { signal, cache: 'no-store' });
  const parsed = siteStatusSchema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? parsed.data : { staleSince: null };
}
