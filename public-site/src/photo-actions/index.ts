import lightboxStyles from 'photoswipe/photoswipe.css' with { type: 'text' };
import { openLightbox } from './lightbox';
import type { NamedPhoto } from './named-photo';
import ownStyles from './photo-actions.css?inline';
import { share } from './share';
import { showShortlist, toggleLike } from './shortlist';

export type PhotoAction = 'like' | 'share';

const style = document.createElement('style');
style.textContent = lightboxStyles + ownStyles;
document.head.append(style);

function photoOf({ value, ariaLabel, dataset }: HTMLButtonElement): NamedPhoto {
  return { slug: value, title: dataset.photoTitle ?? (ariaLabel ?? '').replace(/^\w+ /, '') };
}

/** Likes or shares the photo of a button. */
export function actOnPhoto(button: HTMLButtonElement, action: PhotoAction): void {
  const photo = photoOf(button);
  if (action === 'like') toggleLike(photo);
  else void share(button, photo);
}

export { openLightbox, showShortlist };
