import type { ReactElement } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
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

/** What the router shows for an unknown path or any error of its own, in its own words (ROUTE-4). */
export function RoutingError(): ReactElement {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
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
