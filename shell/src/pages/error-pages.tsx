import type { ReactElement } from 'react';
import { NoticePage } from './notice-page';

/** The page for an address that nothing answers; the front door sends the same with status 404 (ROUTE-4). */
export function NotFoundPage(): ReactElement {
  return (
    <NoticePage
      eyebrow="404 Not Found"
      heading="Unexpected Application Error!"
      text="We could not find this page. Check the web address, or go back to the website."
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
      text="We could not show this page. Please reload it."
    >
      <a className="shell-button" href={window.location.href}>
        Reload
      </a>
      <a className="shell-button shell-button--line" href="/">
        Back to Website
      </a>
    </NoticePage>
  );
}
