import type { ReactElement } from 'react';
import { NoticePage } from '../pages/notice-page';

interface FallbackProps {
  /** whether the server's markup stands on the page, readable */
  readable: boolean;
  trying: boolean;
  onRetry(): void;
}

/** Stands in for a remote that could not be loaded; 'Try again' loads it anew without a reload. */
export function Fallback({ readable, trying, onRetry }: FallbackProps): ReactElement {
  const retry = (
    <button className="shell-button" type="button" onClick={onRetry}>
      Try again
    </button>
  );
  if (readable)
    return (
      <aside className="shell-bar" role="status">
        <p>Some of this page does not answer to clicks yet. Links, phone and the form still work.</p>
        {retry}
      </aside>
    );
  return (
    <div role="alert">
      <NoticePage
        eyebrow={trying ? 'Still loading' : 'Not available'}
        heading="This part of the site could not be loaded"
        text="The connection may be slow, or we are just changing something. Everything else keeps working."
      >
        {retry}
      </NoticePage>
    </div>
  );
}
