import type { ReactElement } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorPage, NotFoundPage } from './error-pages';

/** What the router shows for an unknown path or any error of its own, in its own words (ROUTE-4). */
export function RoutingError(): ReactElement {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorPage />;
}
