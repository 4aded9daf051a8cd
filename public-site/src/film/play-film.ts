/** Whether the visitor pays for data or asked for less motion: the player then waits for its own play button. */
function waits(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-motion: reduce)').matches;
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

/** Films have sound, so one plays at a time. A player of another site cannot be paused from here. */
function pauseOthers(playing: HTMLElement): void {
  for (const video of document.querySelectorAll('video')) if (video !== playing) video.pause();
}

/** Plays a film in place of its poster. Until then nothing of the film has been requested. */
export function playFilm(link: HTMLAnchorElement): void {
  // A second tap, while this code was loading.
  if (!link.isConnected) return;
  const title = link.dataset.film ?? '';
  const url = link.dataset.filmPlayer;
  const player = url ? frameOf(url, title) : videoOf(link, title);
  player.tabIndex = 0;
  if (url) pauseOthers(player);
  else player.addEventListener('play', () => pauseOthers(player));
  // While the code was loading, the visitor may have gone on to something else.
  const hasFocus = [link, document.body].includes(document.activeElement as HTMLElement);
  link.replaceWith(player);
  if (hasFocus) player.focus({ preventScroll: true });
}
