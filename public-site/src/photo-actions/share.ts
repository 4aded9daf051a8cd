import { localPath, t } from '../languages/language';
import type { NamedPhoto } from './named-photo';

const urlOf = ({ slug }: NamedPhoto) => new URL(localPath(`/p/${slug}`), location.href).href;

/** Opens the system's sheet, else a menu with WhatsApp and a link to copy (PUB-SHARE-1). */
export async function share(button: HTMLElement, photo: NamedPhoto): Promise<void> {
  const url = urlOf(photo);
  if (!navigator.share) return showMenu(button, photo.title, url);
  try {
    await navigator.share({ title: photo.title, url });
  } catch (error) {
    // AbortError: the visitor closed the sheet.
    if ((error as Error).name !== 'AbortError') showMenu(button, photo.title, url);
  }
}

function showMenu(button: HTMLElement, title: string, url: string): void {
  const menu = document.createElement('div');
  menu.className = 'share-menu';
  menu.popover = 'auto';
  menu.setAttribute('role', 'dialog');
  menu.ariaLabel = t('Share {1}', title);
  const chat = document.createElement('a');
  chat.href = `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`;
  chat.target = '_blank';
  chat.rel = 'noopener';
  chat.textContent = 'WhatsApp';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = t('Copy link');
  const result = document.createElement('p');
  result.setAttribute('role', 'status');
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(url);
      result.textContent = t('Link copied');
    } catch {
      result.textContent = url;
    }
  });
  menu.append(chat, copy, result);
  // The keys of the menu are not those of the lightbox below it.
  menu.addEventListener('keydown', (event) => event.stopPropagation());
  // A lightbox keeps the focus inside itself.
  (button.closest('.pswp') ?? document.body).append(menu);
  menu.showPopover();
  const { left, top, bottom, width } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const x = Math.min(Math.max(8, left + width / 2 - offsetWidth / 2), innerWidth - offsetWidth - 8);
  menu.style.left = `${x}px`;
  menu.style.top = `${bottom + offsetHeight + 8 < innerHeight ? bottom + 8 : top - offsetHeight - 8}px`;
  chat.focus();
  menu.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed') return;
    menu.remove();
    if (document.activeElement === document.body) button.focus();
  });
}
