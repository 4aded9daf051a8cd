import { may, type Permission, ROLES } from '@godhuli/contracts/roles';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import { inLane, type Lane } from '../db/lanes.js';
import type { ApiEnv } from './api-env.js';
import { withProblems } from './documented-problems.js';
import { NotAllowed, NotSignedIn } from './errors.js';

/**
 * Who may call a route. `staff` is anyone signed in; a permission is looked up in the one table of
 * contracts/roles; `deploy-token` wants a bearer token, which the route itself checks; the one after it takes either.
 * `front-door` is a front door of this installation, by its token.
 */
export type AccessRule =
  | 'anyone'
  | 'staff'
  | Permission
  | 'deploy-token'
  | 'releases.manage or deploy-token'
  | 'front-door';

const RULE = Symbol('access rule');
/** Writes with these permissions change what the public reads. */
const PUBLIC_DATA = new Set<AccessRule>(['content.manage', 'gallery.manage']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Declares and enforces the access rule of a route (API-5). It is the FIRST handler of every route:
 * `app.get('/api/services', access('anyone'), …)`.
 * Unsafe methods also have to come from this site itself (see `refuseForeignOrigin`).
 * What the route asks of the database goes by the lane that follows from the rule (see `laneOf`).
 * @throws NotSignedIn (401), NotAllowed (403)
 */
export function access(rule: AccessRule): MiddlewareHandler<ApiEnv> {
  const admit: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const needed = neededFor(c, rule);
    if (needed === 'deploy-token') c.set('bearerToken', requireBearerToken(c, 'A deploy token is required.'));
    else if (needed === 'front-door') requireFrontDoor(c);
    else {
      refuseForeignOrigin(c);
      if (needed !== 'anyone') await requireUser(c, needed);
      c.set('changesPublicData', PUBLIC_DATA.has(needed) && !SAFE_METHODS.has(c.req.method));
    }
    await next();
    // What staff or a token got, and any cookie, is kept by nobody on the way, and not in a browser that is passed on.
    const isPersonal = needed !== 'anyone' || c.res.headers.has('set-cookie');
    if (isPersonal && !c.res.headers.get('cache-control')?.includes('no-store'))
      c.res.headers.set('cache-control', 'no-store');
  };
  const middleware: MiddlewareHandler<ApiEnv> = (c, next) => inLane(laneOf(c, rule), () => admit(c, next));
  // `describeRoute` gives a middleware that carries documentation; ours carries it along.
  const documented = Object.assign(middleware, describeRoute({ security: securityOf(rule) }), { [RULE]: rule });
  return withProblems(documented, (method) => refusalsOf(rule, method));
}

/** Whose connections a request uses. Who signs in is nobody yet, but must not wait behind visitors. */
function laneOf({ req }: Context<ApiEnv>, rule: AccessRule): Lane {
  if (rule !== 'anyone') return 'staff';
  if (SAFE_METHODS.has(req.method)) return 'reads';
  return req.path.startsWith('/api/admin/') ? 'signIn' : 'visitors';
}

/** Who sends a bearer token is asked for that alone; a browser never does so by itself. */
function neededFor(c: Context<ApiEnv>, rule: AccessRule): Exclude<AccessRule, 'releases.manage or deploy-token'> {
  if (rule !== 'releases.manage or deploy-token') return rule;
  return c.req.header('authorization') === undefined ? 'releases.manage' : 'deploy-token';
}

/** The statuses with which a rule refuses a request. */
function refusalsOf(rule: AccessRule, method: string): (401 | 403)[] {
  if (rule === 'deploy-token' || rule === 'front-door') return [401];
  const permission = rule === 'releases.manage or deploy-token' ? 'releases.manage' : rule;
  const isForAll = permission === 'anyone' || permission === 'staff' || ROLES.every((role) => may(role, permission));
  const canForbid = !isForAll || !SAFE_METHODS.has(method);
  return [...(rule === 'anyone' ? [] : [401 as const]), ...(canForbid ? [403 as const] : [])];
}

/** How the rule reads in the OpenAPI document. */
const securityOf = (rule: AccessRule): Record<string, string[]>[] => {
  if (rule === 'anyone') return [];
  if (rule === 'releases.manage or deploy-token') return [{ deployToken: [] }, { session: [] }];
  if (rule === 'front-door') return [{ frontDoorToken: [] }];
  return rule === 'deploy-token' ? [{ deployToken: [] }] : [{ session: [] }];
};

/** The rule that a handler declares, or undefined when it is no access middleware. */
function ruleOf(handler: Handler | MiddlewareHandler | undefined): AccessRule | undefined {
  return (handler as { [RULE]?: AccessRule } | undefined)?.[RULE];
}

/** One line of the live route list. */
export interface RouteAccess {
  method: string;
  path: string;
  rule: AccessRule;
}

/**
 * Reads the rule of every route from the app itself.
 * @throws Error naming each route whose first handler is not `access(…)`: default deny
 */
export function routeAccess(app: Hono<ApiEnv>): RouteAccess[] {
  const firstHandlers = new Map<string, { method: string; path: string; rule: AccessRule | undefined }>();
  for (const { method, path, handler } of app.routes) {
    const key = `${method} ${path}`;
    // `app.use` registers for every method; those are the app's own frame, not routes.
    if (method === 'ALL' || firstHandlers.has(key)) continue;
    firstHandlers.set(key, { method, path, rule: ruleOf(handler) });
  }
  const open = [...firstHandlers].filter(([, route]) => !route.rule).map(([key]) => key);
  if (open.length > 0) throw new Error(`No access rule is declared for: ${open.join(', ')}`);
  return [...firstHandlers.values()] as RouteAccess[];
}

async function requireUser(c: Context<ApiEnv>, rule: 'staff' | Permission) {
  const user = await c.var.authenticate();
  if (!user) throw new NotSignedIn();
  c.set('user', user);
  if (rule !== 'staff' && !may(user.role, rule)) throw new NotAllowed();
}

function requireBearerToken(c: Context<ApiEnv>, missing: string): string {
  const token = /^Bearer +(\S{1,500})$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new NotSignedIn(missing);
  return token;
}

function requireFrontDoor(c: Context<ApiEnv>) {
  const token = requireBearerToken(c, 'The token of a front door is required.');
  if (!c.var.isFrontDoor(token)) throw new NotSignedIn('Wrong front door token.');
}

/**
 * Refuses unsafe requests that another site's page made. A browser always says where such a request comes
 * from; one that says nothing at all (curl, our own server) is taken only without a session, so that it acts for
 * nobody. Hono's `csrf` lets cross-origin JSON through, so we look ourselves, at every content type.
 */
function refuseForeignOrigin(c: Context<ApiEnv>) {
  if (SAFE_METHODS.has(c.req.method)) return;
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const sameSite = site === undefined || site === 'same-origin';
  if (origin === undefined && site === undefined) {
    if (c.var.bringsSession) throw new NotAllowed("The Origin header must be this website's own URL.");
    return;
  }
  const allowed = origin !== undefined && (c.var.isAllowedOrigin(origin) || (sameSite && c.var.isOwnOrigin(origin)));
  if (!allowed) throw new NotAllowed('This request came from another site.');
}
