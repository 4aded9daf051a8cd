import type { PageRequest } from './messages.js';
import { type OnceLimits, requestOnce } from './request-once.js';

/**
 * Loads a release in a document as a page does, and renders or mounts its pages.
 * @returns whether all of them are empty
 * @throws NoSandbox, or GuestFailure with the step that failed
 */
export async function runPages(request: PageRequest, limits: OnceLimits): Promise<boolean> {
  return (await requestOnce('page', request, limits)) === true;
}
