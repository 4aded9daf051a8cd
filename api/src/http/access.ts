import { may, type Permission } from '@godhuli/contracts/roles';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import { type PoolName, withPool } from '../db/pools.js';
import type { ApiEnv } from './api-env.js';
import { withProblems } from './documented-problems.js';
import { DocumentOutdated, NotAllowed, NotSignedIn, SecondFactorRequired } from './errors.js';

/**
 * Who may call a route. `staff` is every signed-in user, `staff without second factor` also one who must add a second factor
 * before anything else, `staff without key` the same also from a document without the key of the session (decision 051);
 * permissions are defined in contracts/roles; `deploy-token` needs a bearer token, which the route validates;
 * `releases.manage or deploy-token` accepts either; `front-door` needs the token of this installation's front doors.
 */
export type AccessRule =
  | 'anyone'
  | 'staff'
  | 'staff without second factor'
  | 'staff without key'
  | Permission
  | 'deploy-token'
  | 'releases.manage or deploy-token'
  | 'front-door';

const RULE = Symbol('access rule');
/** Writes with these permissions change what the public reads. */
const PUBLIC_DATA = new Set<AccessRule>(['content.manage', 'gallery.manage', 'calendar.manage', 'calendar.configure']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Declares and enforces the access rule of a route (API-5). It is the FIRST handler of every route:
 * `app.get('/api/services', access('anyone'), …)`.
 * Requests with unsafe methods must also come from this site (see `refuseForeignOrigin`). The rule also selects the
 * connection pool of the request (see `poolOf`).
 * @throws NotSignedIn (401), NotAllowed (403)
 */
export function access(rule: AccessRule): MiddlewareHandler<ApiEnv> {
  const admit: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const needed = effectiveRule(c, rule);
    if (needed === 'deploy-token') c.set('bearerToken', requireBearerToken(c, 'A deploy token is required.'));
    else if (needed === 'front-door') requireFrontDoor(c);
    else {
      refuseForeignOrigin(c);
      if (needed !== 'anyone') await requireUser(c, needed);
      c.set('changesPublicData', PUBLIC_DATA.has(needed) && !SAFE_METHODS.has(c.req.method));
    }
    await next();
    // Responses for staff or a token, and those with cookies, must not be stored by any cache.
    const isPersonal = needed !== 'anyone' || c.res.headers.has('set-cookie');
    if (isPersonal && !c.res.headers.get('cache-control')?.includes('no-store'))
      c.res.headers.set('cache-control', 'no-store');
    // A page that opens a response in a window must not read it there (decision 051).
    if (c.req.header('sec-fetch-mode') === 'navigate') c.res.headers.set('cross-origin-opener-policy', 'same-origin');
  };
  const middleware: MiddlewareHandler<ApiEnv> = (c, next) => withPool(poolOf(c, rule), () => admit(c, next));
  // `describeRoute` returns a middleware with documentation, which is copied to ours.
  const documented = Object.assign(middleware, describeRoute({ security: securityOf(rule) }), { [RULE]: rule });
  return withProblems(documented, (method) => refusalsOf(rule, method));
}

/** Returns the connection pool of a request. Signing in has its own, so that it does not wait for visitors. */
function poolOf({ req }: Context<ApiEnv>, rule: AccessRule): PoolName {
  if (rule !== 'anyone') return 'staff';
  if (SAFE_METHODS.has(req.method)) return 'reads';
  return req.path.startsWith('/api/admin/') ? 'signIn' : 'visitors';
}

/** Resolves the rule that accepts either: a request with a bearer token needs only that; browsers never send one. */
function effectiveRule(c: Context<ApiEnv>, rule: AccessRule): Exclude<AccessRule, 'releases.manage or deploy-token'> {
  if (rule !== 'releases.manage or deploy-token') return rule;
  return c.req.header('authorization') === undefined ? 'releases.manage' : 'deploy-token';
}

/** Returns the statuses with which a rule can refuse a request. */
function refusalsOf(rule: AccessRule, method: string): (401 | 403)[] {
  if (rule === 'deploy-token' || rule === 'front-door') return [401];
  const permission = rule === 'releases.manage or deploy-token' ? 'releases.manage' : rule;
  // Any other rule refuses users who must add a second factor first.
  // Every rule of staff also refuses a document without the key of the session.
  const canForbid = permission !== 'anyone' || !SAFE_METHODS.has(method);
  return [...(rule === 'anyone' ? [] : [401 as const]), ...(canForbid ? [403 as const] : [])];
}

/** Returns the rule in OpenAPI terms. */
const securityOf = (rule: AccessRule): Record<string, string[]>[] => {
  if (rule === 'anyone') return [];
  if (rule === 'releases.manage or deploy-token') return [{ deployToken: [] }, { session: [] }];
  if (rule === 'front-door') return [{ frontDoorToken: [] }];
  return rule === 'deploy-token' ? [{ deployToken: [] }] : [{ session: [] }];
};

/**
 * Returns the access rule of every route of the app.
 * @throws Error with each route whose first handler is not `access(…)` (default deny)
 */
export function routeAccess(app: Hono<ApiEnv>) {
  const routes = new Map<string, { method: string; path: string; rule: AccessRule }>();
  const open: string[] = [];
  for (const { method, path, handler } of app.routes) {
    const key = `${method} ${path}`;
    // `app.use` registers middleware for every method; it is not a route.
    if (method === 'ALL' || routes.has(key) || open.includes(key)) continue;
    const { [RULE]: rule } = handler as { [RULE]?: AccessRule };
    if (rule) routes.set(key, { method, path, rule });
    else open.push(key);
  }
  if (open.length > 0) throw new Error(`No access rule is declared for: ${open.join(', ')}`);
  return [...routes.values()];
}

type StaffRule = 'staff' | 'staff without second factor' | 'staff without key' | Permission;

async function requireUser(c: Context<ApiEnv>, rule: StaffRule) {
  const user = await c.var.authenticate({ withoutKey: rule === 'staff without key' });
  if (!user) throw c.var.isOutdated && rule !== 'staff without key' ? new DocumentOutdated() : new NotSignedIn();
  c.set('user', user);
  if (rule === 'staff without second factor' || rule === 'staff without key') return;
  if (user.mustAddSecondFactor) throw new SecondFactorRequired();
  if (rule !== 'staff' && !may(user.role, rule)) throw new NotAllowed();
}

function requireBearerToken(c: Context<ApiEnv>, missing: string): string {
  const token = bearerTokenOf(c);
  if (!token) throw new NotSignedIn(missing);
  return token;
}

function requireFrontDoor(c: Context<ApiEnv>) {
  requireBearerToken(c, 'The token of a front door is required.');
  if (!isFromFrontDoor(c)) throw new NotSignedIn('Wrong front door token.');
}

/** Returns whether the request has the token of a front door. */
export function isFromFrontDoor(c: Context<ApiEnv>): boolean {
  const token = bearerTokenOf(c);
  return token !== undefined && c.var.isFrontDoor(token);
}

const bearerTokenOf = (c: Context<ApiEnv>) => /^Bearer +(\S{1,500})$/i.exec(c.req.header('authorization') ?? '')?.[1];

/**
 * Refuses unsafe requests from pages of other sites. Browsers always send the origin of such requests; a request without any
 * origin (curl, our own server) is accepted only without a session cookie. Hono's `csrf` accepts cross-origin JSON, so this
 * checks every content type.
 */
function refuseForeignOrigin(c: Context<ApiEnv>) {
  if (SAFE_METHODS.has(c.req.method)) return;
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  if (origin === undefined && site === undefined) {
    if (c.var.hasSessionCookie) throw new NotAllowed("The Origin header must be this website's own URL.");
    return;
  }
  const isAllowed = c.var.isOwnRequest() || (origin !== undefined && c.var.isAllowedOrigin(origin));
  if (!isAllowed) throw new NotAllowed('This request came from another site.');
}

/** Returns whether the request of a public route is from staff, who also see what is not published. */
export async function mayReadDrafts(c: Context<ApiEnv>): Promise<boolean> {
  const user = await c.var.authenticate();
  return user !== null && !user.mustAddSecondFactor;
}
