import type { ReactElement } from 'react';
import { NoticePage } from './notice-page';

/** The page for an address that nothing answers; the front door sends the same with status 404 (ROUTE-4). */
export function NotFoundPage(): ReactElement {
  return (
    <NoticePage
      eyebrow="404 Not Found"
      heading="Unexpected Application Error!"
      text="There is no photograph in this frame. The address may be mistyped, or the page has moved."
    >
      <a className="shell-button" href="/">
        Back to Website
      </a>
    </NoticePage>
  );
}

/** The page for an error that nothing else has caught, in the data router's own words (ROUTE-4). */
export function ErrorPage(): ReactElement {
  return (
    <NoticePage
      eyebrow="Something went wrong"
      heading="Unexpected Application Error!"
      text="This page could not be shown. Loading it again may help."
    >
      <a className="shell-button" href={window.location.href}>
        Load again
      </a>
      <a className="shell-button shell-button--line" href="/">
        Back to Website
      </a>
    </NoticePage>
  );
}
