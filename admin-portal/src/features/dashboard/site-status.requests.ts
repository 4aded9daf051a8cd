import type { SiteStatus } from '@godhuli/contracts/page';
import { z } from 'zod';

const siteStatusSchema = z.object({ staleSince: z.string().nullable() }) satisfies z.ZodType<SiteStatus>;

/** Returns the status of the website. The front door serves it, not the API; without a front door it is unknown. */
export async function loadSiteStatus(signal: AbortSignal): Promise<SiteStatus> {
  const response = await fetch('/status.json', { signal, cache: 'no-store' });
  const parsed = siteStatusSchema.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : { staleSince: null };
}
