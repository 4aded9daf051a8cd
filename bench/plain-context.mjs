/**
 * A context of the browser, as a new profile with an empty cache, whose tabs only get the commands that are sent here. Playwright
 * switches on the console of every page that it opens (`Runtime.enable`), and V8 then looks up the source line of every function on
 * the stack whenever an error is created: React DOM creates five while it loads, 80 to 180 ms with a CPU that is two times
 * slower. It also adds a world of its own to every document. Both would be measured with the page.
 */

/** How long a command, or the loading of a page, may take. */
const LONGEST_MS = 60_000;

/** Fails a promise that takes too long; the tab of a browser that has crashed never responds. */
async function inTime(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end within ${LONGEST_MS} ms`)), LONGEST_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** @returns `{ send, on }`: sends commands of the DevTools protocol to a target, and calls listeners with its events */
async function sessionOf(connection, targetId) {
  // A session in the connection's own messages: those of a flat session would reach Playwright, which does not know it.
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map();
  const listeners = [];
  let last = 0;
  connection.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const { id, method, params, result, error } = JSON.parse(event.message);
    if (id === undefined) for (const [name, listen] of listeners) name === method && listen(params);
    else if (error) waiting.get(id)?.reject(new Error(`${waiting.get(id).method}: ${error.message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  const send = (method, params = {}) => {
    last += 1;
    const message = JSON.stringify({ id: last, method, params });
    const response = new Promise((resolve, reject) => waiting.set(last, { method, resolve, reject }));
    return inTime(
      Promise.all([response, connection.send('Target.sendMessageToTarget', { sessionId, message })]),
      method,
    ).then(([result]) => result);
  };
  return { send, on: (name, listen) => listeners.push([name, listen]) };
}

/**
 * @param storageState of a context of Playwright
 * @returns `{ newTab, close }`; `newTab` takes functions that run before the scripts of each document
 */
export async function plainContext(browser, { viewport, storageState = { cookies: [], origins: [] } }) {
  const connection = await browser.newBrowserCDPSession();
  const { browserContextId } = await connection.send('Target.createBrowserContext');
  await connection.send('Storage.setCookies', {
    browserContextId,
    cookies: storageState.cookies.map(({ expires: _, ...cookie }) => cookie),
  });
  return {
    async newTab(scripts) {
      const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
      const { send, on } = await sessionOf(connection, targetId);
      await send('Page.enable');
      await send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
      const stored = storageState.origins.flatMap(({ localStorage }) => localStorage);
      const store = `for (const { name, value } of ${JSON.stringify(stored)}) localStorage.setItem(name, value)`;
      await send('Page.addScriptToEvaluateOnNewDocument', { source: `if (location.protocol === 'http:') ${store}` });
      for (const script of scripts) await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${script})()` });
      const open = async (url) => {
        const loaded = new Promise((resolve) => on('Page.loadEventFired', resolve));
        const { errorText } = await send('Page.navigate', { url });
        if (errorText) throw new Error(`${url}: ${errorText}`);
        await inTime(loaded, `loading ${url}`);
      };
      return { session: { send, on }, open };
    },
    async close() {
      await connection.send('Target.disposeBrowserContext', { browserContextId });
      await connection.detach();
    },
  };
}
