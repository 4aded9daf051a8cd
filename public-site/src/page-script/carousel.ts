import { onReducedMotionChange, prefersReducedMotion } from './reduced-motion';

interface CarouselOptions {
  /** of the radio buttons (dots.tsx) */
  name: string;
  intervalMs: number;
  /** called with every selected slide, and whether the visitor selected it */
  onSelect?(index: number, isVisitorChoice: boolean): void;
  /** called when a visitor points at the button of a slide, or shortly before the timer selects it */
  preload?(index: number): void;
}

const PRELOAD_AHEAD_MS = 2500;
const canHover = (): boolean | undefined => window.matchMedia?.('(hover: hover)').matches;

/**
 * Advances a carousel: a group of radio buttons, of which CSS shows the selected slide. It pauses on hover, on keyboard focus,
 * outside of the window (`data-away`), in a hidden tab and by its pause button, and never advances under prefers-reduced-motion
 * (PUB-ALL-1). The document holds the state, so visitors select slides without this script, too.
 */
export function attachCarousel(carousel: HTMLElement, options: CarouselOptions, signal: AbortSignal): void {
  const { name, intervalMs, onSelect, preload } = options;
  const slides = [...carousel.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  const pause = carousel.querySelector<HTMLInputElement>('.dots__pause > input');
  if (slides.length < 2) return;
  const timers: ReturnType<typeof setTimeout>[] = [];
  let isHovered: boolean | undefined = carousel.matches(':hover') && canHover();
  let isFocused = carousel.querySelector(':focus-visible') !== null;
  let isAway = false;

  const current = () =>
    Math.max(
      0,
      slides.findIndex(({ checked }) => checked),
    );
  const stop = () => {
    for (const timer of timers.splice(0)) clearTimeout(timer);
  };
  /** Every change, also by the visitor, starts a full interval. */
  const restart = () => {
    stop();
    if (
      !carousel.isConnected ||
      signal.aborted ||
      isHovered ||
      isFocused ||
      isAway ||
      pause?.checked ||
      document.hidden ||
      prefersReducedMotion()
    )
      return;
    const next = (current() + 1) % slides.length;
    timers.push(
      setTimeout(() => preload?.(next), intervalMs - PRELOAD_AHEAD_MS),
      setTimeout(() => {
        (slides[next] as HTMLInputElement).checked = true;
        onSelect?.(next, false);
        restart();
      }, intervalMs),
    );
  };

  const listen = (type: string, handle: (event: Event) => void) => carousel.addEventListener(type, handle, { signal });
  listen('change', ({ target }) => {
    const index = slides.indexOf(target as HTMLInputElement);
    if (index >= 0) onSelect?.(index, true);
    restart();
  });
  for (const type of ['pointerover', 'focusin'])
    listen(type, ({ target }) => {
      const index = slides.indexOf(target as HTMLInputElement);
      if (index >= 0) preload?.(index);
    });
  // Touch has no hover: 'enter' would pause the carousel until the next tap elsewhere.
  listen('pointerenter', (event) => {
    isHovered = (event as PointerEvent).pointerType !== 'touch';
    restart();
  });
  listen('pointerleave', () => {
    isHovered = false;
    restart();
  });
  listen('focusin', ({ target }) => {
    isFocused = target !== carousel && (target as Element).matches(':focus-visible');
    restart();
  });
  listen('focusout', () => {
    isFocused = false;
    restart();
  });
  document.addEventListener('visibilitychange', restart, { signal });
  if (typeof IntersectionObserver !== 'undefined') {
    const observer = new IntersectionObserver((entries) => {
      const wasAway = isAway;
      isAway = !entries.at(-1)?.isIntersecting;
      carousel.toggleAttribute('data-away', isAway);
      if (isAway !== wasAway) restart();
    });
    observer.observe(carousel);
    signal.addEventListener('abort', () => observer.disconnect());
  }
  onReducedMotionChange(restart, signal);
  signal.addEventListener('abort', stop);
  if (current() > 0) preload?.(current());
  restart();
}
