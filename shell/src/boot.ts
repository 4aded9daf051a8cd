/*
 * Runs inside every document, before anything of ours is loaded (its digest stands in the Content-Security-Policy).
 * A page with the server's markup paints first: scripts and fonts enter after the first photograph, at the first
 * touch of the visitor, or after four seconds. Scripts are unordered, so that a remote that hangs holds no one up;
 * `data-state` tells the shell how each one ended.
 */
import type { PageComposition, PageScript } from '@godhuli/contracts/page';

(() => {
  const page: PageComposition = JSON.parse(document.getElementById('composition')?.textContent ?? '');
  let begun = false;
  const insertScript = ({ src, integrity }: PageScript) => {
    const script = document.createElement('script');
    script.src = src;
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
    script.async = true;
    script.dataset.state = 'loading';
    script.onload = () => {
      script.dataset.state = 'loaded';
    };
    script.onerror = () => {
      script.dataset.state = 'failed';
    };
    document.head.append(script);
  };
  const insertStyle = (href: string) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  };
  const begin = () => {
    if (begun) return;
    begun = true;
    page.styles.forEach(insertStyle);
    page.scripts.forEach(insertScript);
  };
  if (!page.late) {
    begin();
    return;
  }
  // One frame later, so that the photograph is on the screen before anything fights for the machine.
  const afterPaint = () => requestAnimationFrame(() => setTimeout(begin));
  const photograph = document.querySelector<HTMLImageElement>('#root img[fetchpriority="high"]');
  if (!photograph || photograph.complete) afterPaint();
  else for (const end of ['load', 'error']) photograph.addEventListener(end, afterPaint, { once: true });
  for (const touch of ['pointerdown', 'keydown', 'touchstart', 'focusin'])
    addEventListener(touch, begin, { once: true, passive: true });
  setTimeout(begin, 4000);
})();
