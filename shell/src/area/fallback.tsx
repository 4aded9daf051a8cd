import { NoticePage } from '../pages/notice-page';

interface FallbackProps {
  /** whether the page shows the server's markup */
  readable: boolean;
  trying: boolean;
  onRetry(): void;
}

/** Shown instead of a remote that could not be loaded; 'Try again' loads the remote without a page reload. */
export function Fallback({ readable, trying, onRetry }: FallbackProps) {
  const retry = (
    <button className="shell-button" type="button" onClick={onRetry}>
      Try again
    </button>
  );
  if (readable)
    return (
      <aside className="shell-bar" role="status">
        <p>Some buttons on this page do not work yet. Links, phone numbers and the form still work.</p>
        {retry}
      </aside>
    );
  return (
    <div role="alert">
      <NoticePage
        eyebrow={trying ? 'Still loading' : 'Not available'}
        heading="We could not load this part of the page"
        text="Your connection may be slow, or we are updating the website. The rest of the page still works."
      >
        {retry}
      </NoticePage>
    </div>
  );
}
