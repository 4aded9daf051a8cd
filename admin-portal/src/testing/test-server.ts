import type { StaffFilm } from '@godhuli/contracts/films';
import {
  type InquiriesBulk,
  type InquiriesBulkUndo,
  type Inquiry,
  type InquiryCounts,
  statusOfStage,
} from '@godhuli/contracts/inquiries';
import type { Media } from '@godhuli/contracts/media';
import type { PortfolioPage, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { byNewest, byReplyDue } from '../features/inquiries/order';
import { withMovedTo } from '../features/portfolio/order';
import { sampleFilm, sampleMedia } from './sample-data';

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
type Handler = (request: { path: string; body: unknown }) => Answer | Promise<Answer>;

export const problem = (status: number, detail: string, errors?: { field: string; message: string }[]): Answer => ({
  status,
  body: { type: 'about:blank', title: detail, status, detail, errors },
});
export const never = () => new Promise<Answer>(() => undefined);
/** What a handler throws when the connection breaks. */
export class ConnectionLost extends Error {}

/** A small server behind `fetch` and `XMLHttpRequest`, with the API's own shapes. */
export interface TestServer {
  portfolio: StaffPortfolioItem[];
  inquiries: Inquiry[];
  films: StaffFilm[];
  /** deleted inquiries that can be restored */
  deleted: Inquiry[];
  /** 'METHOD /path' of every call, oldest first */
  calls: string[];
  /** bodies by 'METHOD /path', the latest */
  bodies: Record<string, unknown>;
  /** every Idempotency-Key, oldest first */
  keys: string[];
  /** Answers calls of 'METHOD /path' differently from now on. */
  on(call: string, response: Answer | Handler): void;
  handle(method: string, path: string, body: unknown): Promise<Answer>;
}

export function startTestServer(start: Partial<Pick<TestServer, 'portfolio' | 'inquiries'>> = {}): TestServer {
  const overrides = new Map<string, Handler>();
  const server: TestServer = {
    portfolio: start.portfolio ?? [],
    inquiries: start.inquiries ?? [],
    films: [1, 2, 3].map((number) => sampleFilm(number)),
    deleted: [],
    calls: [],
    bodies: {},
    keys: [],
    on: (call, response) => {
      overrides.set(call, typeof response === 'function' ? response : () => response);
    },
    async handle(method, path, body) {
      const call = `${method} ${path}`;
      server.calls.push(call);
      server.bodies[call] = body;
      const handler = overrides.get(call);
      return handler ? handler({ path, body }) : usual(server, method, path, body);
    },
  };
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const key = new Headers(init.headers).get('idempotency-key');
    if (key !== null) server.keys.push(key);
    const response = await server.handle(init.method ?? 'GET', path, body).catch((error: unknown) => {
      throw error instanceof ConnectionLost ? new TypeError('Failed to fetch') : error;
    });
    return {
      ok: response.status < 300,
      status: response.status,
      headers: new Headers(response.headers),
      json: async () => structured(response.body),
      text: async () => (typeof response.body === 'string' ? response.body : JSON.stringify(response.body)),
    };
  }) as unknown as typeof fetch;
  globalThis.XMLHttpRequest = uploadRequest(server);
  return server;
}

/** As over the wire; a missing body is no JSON. */
function structured(body: unknown): unknown {
  if (body === undefined) throw new SyntaxError('no JSON');
  return JSON.parse(JSON.stringify(body));
}

function usual(server: TestServer, method: string, path: string, body: unknown): Answer {
  const [, , noun, id, action] = path.replace(/\?.*/, '').split('/');
  const fixed: Record<string, unknown> = {
    'GET /api/content': [],
    'GET /status.json': { staleSince: null },
    'GET /api/admin/me': { user: { name: 'Asha Deshmukh', role: roleNow(), email: 'asha@godhuli.example' } },
    'POST /api/admin/auth/logout': { success: true },
    'GET /api/admin/me/notices': [],
    'GET /api/admin/me/sessions': [],
    'GET /api/admin/me/second-factor': { totp: false, recoveryCodes: 0, passkeys: [], isRequired: false },
    'GET /api/admin/security': { isSecondFactorRequired: false, usersWithSecondFactor: [] },
    'GET /api/admin/blog': { blogs: [{ _id: '1', title: 'One' }] },
    'GET /api/admin/videos': { videos: server.films, next: null, total: server.films.length, dead: 0 },
    [`GET /api/admin/portfolio/uploads/duplicates?mediaId=${sampleMedia(90).id}`]: { duplicates: [] },
    'GET /api/admin/albums': { items: [], next: null, total: 0 },
    'GET /api/hero': server.portfolio.filter(({ hero }) => hero).slice(0, 4),
    'GET /api/admin/users': [],
    'GET /api/admin/users/sessions': [],
    'GET /api/inquiries/owners': OWNERS,
    'GET /api/inquiries/sources': ['Instagram', 'Google'],
    'GET /api/inquiries/views': [],
    'GET /api/admin/auth/options': { passwordReset: false },
    'GET /api/admin/media/encoding': { state: 'done', total: 3, done: 3, failed: 0, failures: [] },
    'GET /api/admin/dashboard': {
      ...{ today: '2026-12-01', dueNow: [], dueTasks: [], dueCount: 0, unanswered: 0, likelySpam: 0 },
      ...{ shoots: [], endingHolds: [], lastPublish: null, sources: [], weeks: [] },
    },
  };
  const known = fixed[`${method} ${path}`];
  if (known) return { status: 200, body: known };
  if (method === 'POST' && path === '/api/admin/media') return { status: 201, body: sampleMedia(90) };
  if (noun === 'admin' && id === 'portfolio') return { status: 200, body: portfolioPage(server, path) };
  if (noun === 'portfolio') return portfolioAnswer(server, method, id, action, body);
  if (noun?.startsWith('inquiries') && method === 'GET' && !id) return inquiryList(server, path);
  if (noun === 'inquiries' && action === 'messages') return { status: 200, body: [] };
  if (noun === 'inquiries' && id?.startsWith('counts')) return { status: 200, body: inquiryCounts(server, path) };
  if (noun === 'inquiries' && id === 'deleted') return deletedList(server, path);
  if (noun === 'inquiries' && id) return inquiryAnswer(server, method, id, action, body);
  return problem(404, 'There is nothing here.');
}

const OWNERS = [{ _id: '1', name: 'Asha Deshmukh' }];

/** The server keeps what the browser was told at sign-in. */
const roleNow = () => (localStorage.getItem('admin-user')?.includes('editor') ? 'editor' : 'admin');

function portfolioAnswer(
  server: TestServer,
  method: string,
  id: string | undefined,
  action: string | undefined,
  body: unknown,
): Answer {
  const change = body as Partial<StaffPortfolioItem> & { mediaId?: string | null };
  if (method === 'POST' && !id) {
    const { mediaId: _, ...columns } = change;
    const media = { ...sampleMedia(90), focal: (body as { focal: Media['focal'] }).focal };
    const item = {
      ...columns,
      _id: String(server.portfolio.length + 50),
      media,
      portrait: null,
      position: 99,
      version: 1,
      ...{ slug: 'new-item', takenAt: null, takenOffset: null, deletedAt: null, changedInEnglish: { mr: [], hi: [] } },
    };
    server.portfolio = [...server.portfolio, item as StaffPortfolioItem];
    return { status: 201, body: item };
  }
  const item = server.portfolio.find((other) => other._id === id);
  if (action === 'restore' || !item || !id) return problem(404, 'There is no such item.');
  const seen = change?.version ?? item.version;
  if (!action && method === 'PUT' && seen !== item.version) {
    const refusal = problem(409, 'Someone else changed this item.');
    return { ...refusal, body: { ...(refusal.body as object), current: item } };
  }
  if (action === 'position') moveItem(server, id, body as Place);
  else if (method === 'DELETE') server.portfolio = server.portfolio.filter((other) => other !== item);
  else
    server.portfolio = server.portfolio.map((other) =>
      other === item
        ? { ...item, hero: change.hero ?? item.hero, title: change.title ?? item.title, version: item.version + 1 }
        : other,
    );
  if (method === 'DELETE') return { status: 204 };
  return { status: 200, body: server.portfolio.find((other) => other._id === id) };
}

type Place = { beforeId?: string | null; afterId?: string | null; edge?: 'start' | 'end' };

/** As far as these tests move: an edge is that of the whole list. */
function moveItem(server: TestServer, id: string, { beforeId, afterId, edge }: Place): void {
  const others = server.portfolio.filter((item) => item._id !== id);
  const indexOf = (other: string | null | undefined) => others.findIndex((item) => item._id === other);
  let index = edge === 'start' ? 0 : others.length;
  if (beforeId) index = indexOf(beforeId);
  else if (afterId !== undefined && beforeId === undefined) index = indexOf(afterId) + 1;
  server.portfolio = withMovedTo({ items: server.portfolio, hasMore: false }, id, index);
}

function portfolioPage(server: TestServer, path: string): PortfolioPage {
  const { searchParams: query } = new URL(path, 'https://studio.test');
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
  const fitting = server.portfolio.filter(
    ({ category, title, place, description }) =>
      (query.get('category') ?? category) === category &&
      words.every((word) => [title, place, description].join(' ').toLowerCase().includes(word)),
  );
  if (query.get('order') === 'newest') fitting.sort((first, second) => Number(second._id) - Number(first._id));
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? PER_PAGE);
  const countOf = (of: string) => server.portfolio.filter(({ category }) => category === of).length;
  return {
    items: fitting.slice(start, end),
    next: end < fitting.length ? String(end) : null,
    total: fitting.length,
    counts: {
      wedding: countOf('wedding'),
      prewedding: countOf('prewedding'),
      cinematic: countOf('cinematic'),
      maternity: countOf('maternity'),
      commercial: countOf('commercial'),
    },
    unpublished: server.portfolio.filter(({ published }) => !published).length,
    trashed: 0,
  };
}

const PER_PAGE = 50;

function fitting(server: TestServer, path: string): Inquiry[] {
  const { searchParams: query } = new URL(path, 'https://studio.test');
  const isSpam = query.get('quarantined') === 'true';
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
  return server.inquiries.filter(
    (inquiry) =>
      inquiry.quarantined === isSpam &&
      (query.get('status') ?? inquiry.status) === inquiry.status &&
      (query.get('stage') ?? inquiry.stage) === inquiry.stage &&
      (query.get('type') ?? inquiry.eventType) === inquiry.eventType &&
      words.every((word) => [inquiry.name, inquiry.phone, inquiry.message].join(' ').toLowerCase().includes(word)),
  );
}

function inquiryList(server: TestServer, path: string): Answer {
  const { searchParams: query } = new URL(path, 'https://studio.test');
  const order = query.get('order') === 'newest' ? byNewest : byReplyDue;
  const all = fitting(server, path).sort(order);
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? PER_PAGE);
  query.set('cursor', String(end));
  const link = `</api/inquiries?${query}>; rel="next"`;
  return { status: 200, body: all.slice(start, end), headers: end < all.length ? { link } : {} };
}

function inquiryCounts(server: TestServer, path: string): InquiryCounts {
  const stages = { New: 0, Replied: 0, Met: 0, Quoted: 0, Held: 0, Booked: 0, Lost: 0 };
  const counts = { New: 0, Responded: 0, Booked: 0, quarantined: 0, overdue: 0, stages };
  for (const inquiry of fitting(server, path)) {
    counts[inquiry.status] += 1;
    stages[inquiry.stage] += 1;
  }
  counts.quarantined = server.inquiries.filter(({ quarantined }) => quarantined).length;
  return counts;
}

function inquiryAnswer(
  server: TestServer,
  method: string,
  id: string,
  action: string | undefined,
  body: unknown,
): Answer {
  if (id === 'bulk' && action === 'undo') return bulkUndoAnswer(server, body as InquiriesBulkUndo);
  if (id === 'bulk') return bulkAnswer(server, body as InquiriesBulk);
  if (['delete', 'restore', 'empty-quarantine'].includes(id)) return severalAnswer(server, id, body);
  const inquiry = server.inquiries.find((other) => other._id === id);
  if (!inquiry) return problem(404, 'There is no such inquiry.');
  if (method === 'GET') return { status: 200, body: inquiry };
  const { version, ...values } = body as Partial<Inquiry>;
  if (version !== inquiry.version) return problem(409, 'Someone else changed this inquiry.');
  const isUndo = action === 'undo';
  const change: Partial<Inquiry> = isUndo ? { stage: inquiry.history.at(-2)?.stage ?? 'New' } : values;
  const place = placeOf(change);
  const entry = place && { ...place, at: new Date().toISOString(), by: 'Asha Deshmukh', isUndo };
  const history = entry ? [...inquiry.history, entry] : inquiry.history;
  const dueAt = place && (place.stage === 'New' ? inquiry.replyDueAt : null);
  const changed = {
    ...{ ...inquiry, ...change, ...place, history, version: inquiry.version + 1 },
    ...(dueAt !== undefined && { dueAt }),
  };
  server.inquiries = server.inquiries.map((other) => (other === inquiry ? changed : other));
  return { status: 200, body: changed };
}

/** A status sets the stage, unless a stage is given. */
function placeOf({ stage, status, lostReason = null }: Partial<Inquiry>) {
  const next = stage ?? (status === 'Responded' ? 'Replied' : status);
  return next && { stage: next, status: statusOfStage(next), lostReason };
}

function bulkAnswer(server: TestServer, { items, change }: InquiriesBulk): Answer {
  const isCurrent = ({ _id, version }: Inquiry) => items.some((item) => item._id === _id && item.version === version);
  const changed = server.inquiries.filter(isCurrent).map(({ _id }) => _id);
  server.inquiries = server.inquiries.map((inquiry) =>
    isCurrent(inquiry) ? { ...inquiry, ...change, ...placeOf(change), version: inquiry.version + 1 } : inquiry,
  );
  const conflicts = items.filter(({ _id }) => !changed.includes(_id)).map(({ _id }) => ({ _id, reason: 'changed' }));
  return { status: 200, body: { changed, conflicts } };
}

function bulkUndoAnswer(server: TestServer, { items }: InquiriesBulkUndo): Answer {
  const changed: string[] = [];
  server.inquiries = server.inquiries.map((inquiry) => {
    const place = items.find(({ _id, version }) => _id === inquiry._id && version === inquiry.version);
    if (!place) return inquiry;
    changed.push(inquiry._id);
    const { ownerId = inquiry.ownerId, quarantined = inquiry.quarantined } = place;
    return { ...inquiry, ...placeOf(place), ownerId, quarantined, version: inquiry.version + 1 };
  });
  const conflicts = items.filter(({ _id }) => !changed.includes(_id)).map(({ _id }) => ({ _id, reason: 'changed' }));
  return { status: 200, body: { changed, conflicts } };
}

function deletedList(server: TestServer, path: string): Answer {
  const { searchParams: query } = new URL(path, 'https://studio.test');
  const start = Number(query.get('cursor') ?? 0);
  const end = start + PER_PAGE;
  const all = server.deleted.toReversed().filter(({ name }) => name.includes(query.get('q') ?? ''));
  const deletion = {
    ...{ deletedAt: '2026-11-28T06:00:00.000Z', removedAt: '2026-12-28T06:00:00.000Z' },
    deletedBy: 'Ravi Kale',
  };
  const body = all.slice(start, end).map((inquiry) => ({ ...inquiry, ...deletion }));
  const link = `</api/inquiries/deleted?cursor=${end}>; rel="next"`;
  return { status: 200, body, headers: end < all.length ? { link } : {} };
}

function severalAnswer(server: TestServer, action: string, body: unknown): Answer {
  const { ids, upTo, permanently } = body as { ids?: string[]; upTo?: string; permanently?: boolean };
  if (action === 'restore') {
    const restored = server.deleted.filter(({ _id }) => ids?.includes(_id));
    server.inquiries = [...server.inquiries, ...restored];
    server.deleted = server.deleted.filter((inquiry) => !restored.includes(inquiry));
    return { status: 200, body: { count: restored.length } };
  }
  const isGone = ({ _id, quarantined }: Inquiry) =>
    ids ? ids.includes(_id) : quarantined && Number(_id) <= Number(upTo);
  if (!permanently && ids) server.deleted.push(...server.inquiries.filter(isGone));
  const before = server.inquiries.length;
  server.inquiries = server.inquiries.filter((inquiry) => !isGone(inquiry));
  return { status: 200, body: { count: before - server.inquiries.length } };
}

/** XMLHttpRequest as far as an upload uses it; half of a file is reported before the server is asked. */
function uploadRequest(server: TestServer): typeof XMLHttpRequest {
  class UploadRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #headers = new Headers();
    #method = '';
    #path = '';
    #isAborted = false;
    open(method: string, path: string) {
      this.#method = method;
      this.#path = path;
    }
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return this.#headers.get(name);
    }
    abort() {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    /** a form with a file, or a part of one */
    send(body: FormData | Blob) {
      void this.#ask(body instanceof FormData ? (body.get('file') as File) : body);
    }
    async #ask(file: Blob) {
      await Promise.resolve();
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: Math.floor(file.size / 2) }));
      try {
        const response = await server.handle(this.#method, this.#path, file);
        if (this.#isAborted) return;
        this.status = response.status;
        this.#headers = new Headers(response.headers);
        this.responseText = JSON.stringify(response.body) ?? '';
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
  }
  return UploadRequest as unknown as typeof XMLHttpRequest;
}
