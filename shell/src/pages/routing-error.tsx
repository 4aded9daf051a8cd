import type { ReactElement } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { ErrorPage, NotFoundPage } from './error-pages';

/** The router's page for an unknown path and for any other routing error (ROUTE-4). */
export function RoutingError(): ReactElement {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorPage />;
}
