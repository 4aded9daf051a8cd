import { startDocument } from './start-document';
import { publicPage } from './testing/page-of';

/** Writes the document of the public page, with what the markup of its release has left of it. */
function writeDocument(rest: string): void {
  const { data: _, ...composition } = publicPage();
  const json = JSON.stringify(composition);
  document.body.innerHTML = `<script type="application/json" id="composition">${json}</script><div id="root"></div>${rest}`;
}
const WHOLE = '<div id="shell"></div><script type="application/json" id="page-data">{"/api/stats":[]}</script>';

// The listeners of each document stay, so the one that cannot start is first.
const sendBeacon = jest.fn((_url: string, _body: Blob) => true);
beforeEach(() => {
  sendBeacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
});

it('CARD-7 reports errors of a release whose document has lost its data', () => {
  const { baseUrl } = publicPage().remotes['public-site']?.live ?? {};
  writeDocument(WHOLE.replace('page-data', 'other'));
  expect(startDocument).toThrow('#page-data');
  sendBeacon.mockClear();
  window.dispatchEvent(new ErrorEvent('error', { filename: `https://site.test${baseUrl}a.js`, message: 'broken' }));
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});

it('CARD-5 reads the page and finds its two roots', () => {
  writeDocument(WHOLE);
  const { page, shellRoot } = startDocument();
  expect(page.data).toEqual({ '/api/stats': [] });
  expect(shellRoot.id).toBe('shell');
  expect(sendBeacon).not.toHaveBeenCalled();
});
