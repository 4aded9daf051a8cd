import { showDocumentKey } from './show-document-key';

/** Requests of the document so far: URL and the key that they show. */
let shown: [string, string | null][];
let answer: Response;
const answerWith = (headers: Record<string, string> = {}) => ({ headers: new Headers(headers) }) as Response;
const { fetch } = globalThis;
const { open, send, setRequestHeader } = XMLHttpRequest.prototype;

beforeEach(() => {
  shown = [];
  answer = answerWith();
  document.head.innerHTML = '<meta name="document-key" content="first">';
  window.fetch = async (input, init) => {
    const url = typeof input === 'object' && 'url' in input ? input.url : String(input);
    shown.push([url, new Headers(init?.headers).get('document-key')]);
    return answer;
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
  Object.assign(XMLHttpRequest.prototype, { open, send, setRequestHeader });
  document.head.innerHTML = '';
});

it('API-5 each request to this site shows the key, also one with a Request, and none to another site', async () => {
  showDocumentKey();
  await window.fetch('/api/admin/me');
  await window.fetch(new URL('/api/inquiries', window.location.href), { headers: { accept: 'application/json' } });
  await window.fetch({ url: '/api/clients', headers: new Headers() } as Request);
  await window.fetch('https://elsewhere.example/api/inquiries');
  expect(shown).toEqual([
    ['/api/admin/me', 'first'],
    [`${window.location.origin}/api/inquiries`, 'first'],
    ['/api/clients', 'first'],
    ['https://elsewhere.example/api/inquiries', null],
  ]);
});

it('API-5 the headers of a request stay', async () => {
  const sent: string[] = [];
  window.fetch = async (_, init) => {
    sent.push(...new Headers(init?.headers).keys());
    return answer;
  };
  showDocumentKey();
  await window.fetch('/api/inquiries', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(sent).toEqual(['content-type', 'document-key']);
});

it('API-5 a sign-in brings the key of a document without one, and of a new session', async () => {
  document.head.innerHTML = '';
  showDocumentKey();
  answer = answerWith({ 'document-key': 'second' });
  await window.fetch('/api/admin/auth/login', { method: 'POST' });
  answer = answerWith();
  await window.fetch('/api/admin/me');
  expect(shown.map(([, key]) => key)).toEqual([null, 'second']);
});

it('API-5 an upload by XMLHttpRequest shows it, too', () => {
  const set: unknown[] = [];
  Object.assign(XMLHttpRequest.prototype, {
    open: () => undefined,
    send: () => undefined,
    setRequestHeader: (...header: unknown[]) => set.push(header),
  });
  showDocumentKey();
  for (const url of ['https://elsewhere.example/', '/api/admin/media']) {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.send();
  }
  expect(set).toEqual([['document-key', 'first']]);
});
