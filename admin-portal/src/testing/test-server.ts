import type { Inquiry } from '@godhuli/contracts/inquiries';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { withMoved } from '../gallery/order';
import { sampleMedia } from './sample-data';

export interface Answer {
  status: number;
  body?: unknown;
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
  portfolio: PortfolioItem[];
  inquiries: Inquiry[];
  /** 'METHOD /path' of every call, oldest first */
  calls: string[];
  /** bodies by 'METHOD /path', the latest */
  bodies: Record<string, unknown>;
  /** Answers calls of 'METHOD /path' differently from now on. */
  on(call: string, answer: Answer | Handler): void;
  handle(method: string, path: string, body: unknown): Promise<Answer>;
}

export function startTestServer(start: Partial<Pick<TestServer, 'portfolio' | 'inquiries'>> = {}): TestServer {
  const overrides = new Map<string, Handler>();
  const server: TestServer = {
    portfolio: start.portfolio ?? [],
    inquiries: start.inquiries ?? [],
    calls: [],
    bodies: {},
    on: (call, answer) => {
      overrides.set(call, typeof answer === 'function' ? answer : () => answer);
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
    const answer = await server.handle(init.method ?? 'GET', path, body).catch((error: unknown) => {
      throw error instanceof ConnectionLost ? new TypeError('Failed to fetch') : error;
    });
    return { ok: answer.status < 300, status: answer.status, json: async () => structured(answer.body) };
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
  const [, , noun, id, action] = path.split('/');
  const fixed: Record<string, unknown> = {
    'GET /api/content': [],
    'GET /status.json': { staleSince: null },
    'GET /api/admin/me': { user: { name: 'Asha Deshmukh', role: roleNow(), email: 'asha@godhuli.example' } },
    'POST /api/admin/auth/logout': { success: true },
    'GET /api/admin/blog': { blogs: [{ _id: '1', title: 'One' }] },
    'GET /api/admin/videos': { videos: [1, 2, 3].map((number) => ({ _id: String(number), title: 'Film' })) },
    'GET /api/portfolio': server.portfolio,
    'GET /api/inquiries': server.inquiries,
    'GET /api/inquiries?quarantined=true': [],
    'GET /api/admin/users': [],
  };
  const known = fixed[`${method} ${path}`];
  if (known) return { status: 200, body: known };
  if (method === 'POST' && path === '/api/admin/media') return { status: 201, body: sampleMedia(90) };
  if (noun === 'portfolio') return portfolioAnswer(server, method, id, action, body);
  if (noun === 'inquiries' && id) return inquiryAnswer(server, method, id, body);
  return problem(404, 'There is nothing here.');
}

/** The server keeps what the browser was told at sign-in. */
const roleNow = () => (localStorage.getItem('admin-user')?.includes('editor') ? 'editor' : 'admin');

function portfolioAnswer(
  server: TestServer,
  method: string,
  id: string | undefined,
  action: string | undefined,
  body: unknown,
): Answer {
  const change = body as Partial<PortfolioItem> & { mediaId?: string | null; beforeId?: string | null };
  if (method === 'POST' && !id) {
    const { mediaId: _, ...columns } = change;
    const item = { ...columns, _id: String(server.portfolio.length + 50), media: sampleMedia(90), position: 99 };
    server.portfolio = [...server.portfolio, item as PortfolioItem];
    return { status: 201, body: item };
  }
  const item = server.portfolio.find((other) => other._id === id);
  if (action === 'restore' || !item || !id) return problem(404, 'There is no such item.');
  if (action === 'position') server.portfolio = withMoved(server.portfolio, id, change.beforeId ?? null);
  else if (method === 'DELETE') server.portfolio = server.portfolio.filter((other) => other !== item);
  else
    server.portfolio = server.portfolio.map((other) =>
      other === item ? { ...item, hero: change.hero ?? item.hero, title: change.title ?? item.title } : other,
    );
  if (method === 'DELETE') return { status: 204 };
  return {
    status: 200,
    body: action === 'position' ? server.portfolio : server.portfolio.find((other) => other._id === id),
  };
}

function inquiryAnswer(server: TestServer, method: string, id: string, body: unknown): Answer {
  const inquiry = server.inquiries.find((other) => other._id === id);
  if (!inquiry) return problem(404, 'There is no such inquiry.');
  if (method === 'DELETE') {
    server.inquiries = server.inquiries.filter((other) => other !== inquiry);
    return { status: 204 };
  }
  if (method === 'GET') return { status: 200, body: inquiry };
  const change = body as Partial<Inquiry>;
  if (change.version !== inquiry.version) return problem(409, 'Someone else changed this inquiry.');
  const history = change.status
    ? [...inquiry.history, { status: change.status, at: new Date().toISOString(), by: 'Asha Deshmukh' }]
    : inquiry.history;
  const changed = { ...inquiry, ...change, history, version: inquiry.version + 1 };
  server.inquiries = server.inquiries.map((other) => (other === inquiry ? changed : other));
  return { status: 200, body: changed };
}

/** XMLHttpRequest as far as an upload uses it; half of a file is reported before the server is asked. */
function uploadRequest(server: TestServer): typeof XMLHttpRequest {
  class UploadRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #method = '';
    #path = '';
    #isAborted = false;
    open(method: string, path: string) {
      this.#method = method;
      this.#path = path;
    }
    setRequestHeader() {}
    abort() {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(form: FormData) {
      const file = form.get('file') as File;
      void this.#ask(file);
    }
    async #ask(file: File) {
      await Promise.resolve();
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: Math.floor(file.size / 2) }));
      try {
        const answer = await server.handle(this.#method, this.#path, file);
        if (this.#isAborted) return;
        this.status = answer.status;
        this.responseText = JSON.stringify(answer.body) ?? '';
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
  }
  return UploadRequest as unknown as typeof XMLHttpRequest;
}
