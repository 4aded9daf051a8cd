import { prefersReducedMotion } from './reduced-motion';

/** Whether the visitor pays for data or asked for less motion: the player then waits for its own play button. */
function waits(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || prefersReducedMotion();
}

/** Returns the player of another site, which gets no referrer and no cookies. */
function frameOf(url: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  const player = new URL(url);
  if (waits()) player.searchParams.delete('autoplay');
  frame.src = player.href;
  return frame;
}

function videoOf({ href, dataset }: HTMLAnchorElement, title: string): HTMLVideoElement {
  const video = document.createElement('video');
  video.controls = true;
  video.playsInline = true;
  video.title = title;
  video.poster = '';
  if (dataset.filmCaptions) {
    const track = document.createElement('track');
    track.kind = 'captions';
    track.src = dataset.filmCaptions;
    track.srclang = dataset.filmLanguage ?? 'en';
    track.default = true;
    video.append(track);
  }
  video.autoplay = !waits();
  video.preload = waits() ? 'metadata' : 'auto';
  video.src = href;
  return video;
}

/** Plays a film in place of its poster. Until then nothing of the film has been requested. */
function play(link: HTMLAnchorElement): void {
  const title = link.dataset.film ?? '';
  const url = link.dataset.filmPlayer;
  const player = url ? frameOf(url, title) : videoOf(link, title);
  player.tabIndex = 0;
  link.replaceWith(player);
  player.focus();
}

/** Turns the links of films into buttons that play them on the page. A click for a new tab stays the browser's. */
export function attachFilms(site: HTMLElement, signal: AbortSignal): void {
  for (const link of site.querySelectorAll('a[data-film]')) link.setAttribute('role', 'button');
  const playFilm = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-film]');
    if (!link) return;
    event.preventDefault();
    play(link);
  };
  site.addEventListener(
    'click',
    (event) => {
      if (!event.metaKey && !event.ctrlKey && !event.shiftKey) playFilm(event);
    },
    { signal },
  );
  site.addEventListener(
    'keydown',
    (event) => {
      if (event.key === ' ') playFilm(event);
    },
    { signal },
  );
}
