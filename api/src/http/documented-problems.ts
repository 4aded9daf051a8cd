import type { Hono } from 'hono';
import type { ApiEnv } from './api-env.js';
import type { ProblemStatus } from './problems.js';

type Problems = readonly ProblemStatus[] | ((method: string) => readonly ProblemStatus[]);

const PROBLEMS = Symbol('problems');
/** Every route can fail or find the database unavailable. */
const OF_EVERY_ROUTE: readonly ProblemStatus[] = [500, 503];

/** Declares the problems that a middleware or route can respond with, for the OpenAPI document (API-8). */
export function withProblems<Middleware extends object>(middleware: Middleware, problems: Problems): Middleware {
  return Object.assign(middleware, { [PROBLEMS]: problems });
}

/** Returns the problems of each route of an app, by `GET /api/services/{id}`. */
export function problemsByRoute(app: Hono<ApiEnv>): Map<string, Set<ProblemStatus>> {
  const routes = new Map<string, Set<ProblemStatus>>();
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue;
    const key = `${method} ${openApiPath(path)}`;
    const declared = (handler as { [PROBLEMS]?: Problems })[PROBLEMS] ?? [];
    const problems = typeof declared === 'function' ? declared(method) : declared;
    routes.set(key, new Set([...(routes.get(key) ?? OF_EVERY_ROUTE), ...problems]));
  }
  return routes;
}

/** Returns a path of Hono as OpenAPI writes it: `/files/{path}` for `/files/:path{.+}`. */
export const openApiPath = (path: string) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}');
