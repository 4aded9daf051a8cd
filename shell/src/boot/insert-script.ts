import type { PageScript } from '@godhuli/contracts/page';
import { loadFonts } from './fonts';

let awaited = 0;

/** Inserts a script. The fonts load after the last one has ended. @param onEnd called when it has run or failed */
export const insertScript = ({ src, integrity }: PageScript, onEnd?: () => void) => {
  awaited += 1;
  const endScript = () => {
    onEnd?.();
    awaited -= 1;
    // In a task of its own: requesting three fonts takes as long as the script did.
    if (awaited === 0) setTimeout(loadFonts);
  };
  const script = document.createElement('script');
  script.src = src;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.async = true;
  script.dataset.state = 'loading';
  script.onload = () => {
    script.dataset.state = 'loaded';
    endScript();
  };
  script.onerror = () => {
    script.dataset.state = 'failed';
    endScript();
  };
  document.head.append(script);
};
