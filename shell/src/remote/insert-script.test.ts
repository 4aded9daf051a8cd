import { insertScript, uncachedUrl } from './insert-script';

afterEach(() => {
  document.head.innerHTML = '';
});
const scriptOf = (src: string) => [...document.scripts].find((script) => script.getAttribute('src') === src);

it('requests with integrity and resolves once the script has run', async () => {
  const done = insertScript('/remotes/a/1/remoteEntry.js', 'sha384-x');
  const script = scriptOf('/remotes/a/1/remoteEntry.js');
  expect(script?.integrity).toBe('sha384-x');
  expect(script?.crossOrigin).toBe('anonymous');
  script?.dispatchEvent(new Event('load'));
  await done;
  await insertScript('/remotes/a/1/remoteEntry.js', 'sha384-x');
  expect(document.scripts).toHaveLength(1);
});

it('waits for a script that the document has requested already', async () => {
  const script = document.createElement('script');
  script.setAttribute('src', '/a.js');
  script.dataset.state = 'loading';
  script.type = 'text/plain';
  document.head.append(script);
  const done = insertScript('/a.js', 'sha384-x');
  script.dispatchEvent(new Event('error'));
  await expect(done).rejects.toThrow('/a.js cannot be loaded');
});

it('makes a new URL for a retry', () => {
  expect(uncachedUrl('/a.js', 0)).toBe('/a.js');
  expect(uncachedUrl('/a.js', 2)).toBe('/a.js?attempt=2');
});
