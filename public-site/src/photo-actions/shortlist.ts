import { MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import { localPath, numberText, t } from '../languages/language';
import { type NamedPhoto, photoOf } from './named-photo';
import type { ShortlistKey } from './shortlist-key';

const SHORTLIST_KEY: ShortlistKey = 'shortlist';
const MAX_PHOTOS = 50;
const FORM_MESSAGE = '#contact textarea[name="message"]';
/** In the session storage while a visitor goes to the page with the form, to add the photos there. */
const ADDING_KEY = 'shortlist-to-inquiry';

const isPhoto = (value: unknown): value is NamedPhoto =>
  typeof (value as NamedPhoto)?.slug === 'string' && typeof (value as NamedPhoto).title === 'string';

/** The list of this device; that of this page alone, until it is left, where nothing can be stored. */
let photos: NamedPhoto[] = [];
let isStored = true;
/** The titles in the language of this page of the photos that it shows; each title is stored in the language in which it was liked. */
const titles = new Map<string, string>();

/** Another page may have changed the list. */
function read(): void {
  if (!isStored) return;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SHORTLIST_KEY) ?? '[]');
    photos = Array.isArray(stored) ? stored.filter(isPhoto).slice(0, MAX_PHOTOS) : [];
    photos = photos.map(({ slug, title }) => ({ slug, title: titles.get(slug) ?? title }));
  } catch {
    // Storage is forbidden, or holds something else.
  }
}

function write(next: NamedPhoto[]): void {
  photos = next;
  try {
    localStorage.setItem(SHORTLIST_KEY, JSON.stringify(photos));
  } catch {
    // Storage is full or forbidden.
    isStored = false;
  }
  showShortlist();
}

addEventListener('storage', showShortlist);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) showShortlist();
});

/** Adds a photo to the shortlist of this device, or removes it (PUB-LIKE-1). */
export function toggleLike(photo: NamedPhoto): void {
  read();
  const without = photos.filter(({ slug }) => slug !== photo.slug);
  write(without.length === photos.length ? [...photos, photo].slice(-MAX_PHOTOS) : without);
}

/** Shows which photos are liked, and the shortlist when there is one. */
export function showShortlist(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-photo-action="like"]')];
  for (const { slug, title } of buttons.map(photoOf)) titles.set(slug, title);
  read();
  const liked = new Set(photos.map(({ slug }) => slug));
  for (const button of buttons) button.ariaPressed = String(liked.has(button.value));
  const [opener, panel] = parts();
  opener.hidden = photos.length === 0;
  document.documentElement.toggleAttribute('data-shortlist', photos.length > 0);
  opener.textContent = t('Shortlist ({1})', numberText(photos.length));
  if (photos.length === 0 && panel.matches(':popover-open')) panel.hidePopover();
  fill(panel);
  if (photos.length > 0 && document.querySelector(FORM_MESSAGE) && isAdding()) addToInquiry(panel);
}

/** Whether the visitor comes from another page to add the photos; true once. */
function isAdding(): boolean {
  try {
    const adding = sessionStorage.getItem(ADDING_KEY);
    sessionStorage.removeItem(ADDING_KEY);
    return adding !== null;
  } catch {
    return false;
  }
}

let made: [HTMLButtonElement, HTMLElement] | undefined;

/** The button that opens the shortlist, and its panel; outside the elements of React. */
function parts(): [HTMLButtonElement, HTMLElement] {
  if (made) return made;
  const opener = document.createElement('button');
  opener.type = 'button';
  opener.className = 'shortlist-opener';
  const panel = document.createElement('div');
  panel.className = 'shortlist';
  panel.id = 'shortlist';
  panel.popover = 'auto';
  panel.setAttribute('role', 'dialog');
  panel.ariaLabel = t('Your shortlist');
  opener.popoverTargetElement = panel;
  const frame = document.createElement('aside');
  frame.ariaLabel = t('Shortlist');
  frame.append(opener, panel);
  document.body.append(frame);
  made = [opener, panel];
  return made;
}

function fill(panel: HTMLElement): void {
  const list = document.createElement('ul');
  for (const photo of photos) {
    const entry = document.createElement('li');
    const link = document.createElement('a');
    link.href = localPath(`/p/${photo.slug}`);
    link.textContent = photo.title;
    const remove = document.createElement('button');
    remove.type = 'button';
    remove.textContent = t('Remove');
    remove.ariaLabel = t('Remove {1}', photo.title);
    remove.addEventListener('click', () => {
      toggleLike(photo);
      panel.querySelector('button')?.focus();
    });
    entry.append(link, remove);
    list.append(entry);
  }
  const ask = document.createElement('button');
  ask.type = 'button';
  ask.className = 'shortlist__ask';
  ask.textContent = t('Add to my inquiry');
  ask.addEventListener('click', () => addToInquiry(panel));
  const heading = document.createElement('p');
  heading.textContent = t('Your shortlist is kept on this device only.');
  panel.replaceChildren(heading, list, ask);
}

/** Writes the photos into the message of the form, before what the visitor has written. */
function addToInquiry(panel: HTMLElement): void {
  const message = document.querySelector<HTMLTextAreaElement>(FORM_MESSAGE);
  if (!message) {
    try {
      sessionStorage.setItem(ADDING_KEY, '');
    } catch {
      // The visitor can add them there.
    }
    location.assign(localPath('/#contact'));
    return;
  }
  const heading = t('Photos I like:');
  const lines = photos.map(({ title, slug }) => `- ${title}: ${new URL(`/p/${slug}`, location.href).href}`);
  // Only the lines of an earlier list: those of the visitor may begin with a dash, too.
  const known = message.value
    .replace(new RegExp(`${heading}\\n(- .*: https?://\\S+/p/[\\w-]+(\\n|$))*`), '')
    .trimStart();
  const withPhotos = (count: number) =>
    count > 0 ? `${heading}\n${lines.slice(0, count).join('\n')}\n${known}` : known;
  // What the visitor has written is never cut; photos that find no room are left out.
  let count = lines.length;
  while (count > 0 && withPhotos(count).length > MAX_LENGTH.message) count -= 1;
  message.value = withPhotos(count);
  message.dispatchEvent(new Event('input', { bubbles: true }));
  panel.hidePopover();
  message.scrollIntoView({ block: 'center' });
  message.focus({ preventScroll: true });
}
