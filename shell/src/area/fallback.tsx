import type { ShellLabels } from '@godhuli/contracts/page';
import { NoticePage } from '../pages/notice-page';

interface FallbackProps {
  /** whether the page shows the server's markup */
  readable: boolean;
  labels: ShellLabels | undefined;
  trying: boolean;
  onRetry(): void;
}

const ENGLISH: ShellLabels = {
  lang: 'en',
  partly: 'Some buttons on this page do not work yet. Links, phone numbers and the form still work.',
  retry: 'Try again',
};

/** Shown instead of a remote that could not be loaded; 'Try again' loads the remote without a page reload. */
export function Fallback({ readable, labels, trying, onRetry }: FallbackProps) {
  // Without the server's markup there is the shell's English page alone.
  const { lang, partly, retry } = (readable && labels) || ENGLISH;
  const button = (
    <button className="shell-button" type="button" onClick={onRetry}>
      {retry}
    </button>
  );
  if (readable)
    return (
      <aside className="shell-bar" role="status" lang={lang}>
        <p>{partly}</p>
        {button}
      </aside>
    );
  return (
    <div role="alert">
      <NoticePage
        eyebrow={trying ? 'Still loading' : 'Not available'}
        heading="We could not load this part of the page"
        text="Your connection may be slow, or we are updating the website. The rest of the page still works."
      >
        {button}
      </NoticePage>
    </div>
  );
}
