import lightboxStyles from 'photoswipe/photoswipe.css' with { type: 'text' };
import { LABELS, type Labels, languageOf, setLanguage } from '../languages/language';
import { openLightbox } from './lightbox';
import { photoOf } from './named-photo';
import ownStyles from './photo-actions.css?inline';
import { share } from './share';
import { showShortlist, toggleLike } from './shortlist';

export type PhotoAction = 'like' | 'share';

/** The labels of the page's language, which came with its data. */
function readLabels(): Labels | undefined {
  try {
    return JSON.parse(document.getElementById('page-data')?.textContent ?? '{}')[LABELS];
  } catch {
    return undefined;
  }
}
setLanguage(languageOf(location.pathname), readLabels());

const style = document.createElement('style');
style.textContent = lightboxStyles + ownStyles;
document.head.append(style);

/** Likes or shares the photo of a button. */
export function actOnPhoto(button: HTMLButtonElement, action: PhotoAction): void {
  const photo = photoOf(button);
  if (action === 'like') toggleLike(photo);
  else void share(button, photo);
}

export { openLightbox, showShortlist };
