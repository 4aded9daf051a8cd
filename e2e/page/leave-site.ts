import type { BrowserContext } from '@playwright/test';

/**
 * Leaves the site in every page of the context. Call it before the site's server stops or the session ends: what a slow machine still
 * loads then, a photo below the fold for example, would be an error in the console.
 */
export async function leaveSite(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.goto('about:blank')));
}
