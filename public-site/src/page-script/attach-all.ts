import { attachPageScript } from './attach';
import { attachPhotoActions } from './photo-actions';
import type { Site } from './site';

/** Attaches all that the page script of the home page does, where the page came without it. */
export function attachAll(site: Site): void {
  attachPageScript(site);
  attachPhotoActions();
}
