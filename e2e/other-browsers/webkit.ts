import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { freePort } from '../product/start-product';
import { ANSWER_MS, callOf, type OtherBrowser, printed } from './other-browser';

/**
 * Starts WebKitGTK's small browser on a display of its own, and talks WebDriver with it. Its window is at least 447 px wide.
 * @param driver the program WebKitWebDriver
 * @param browser the program MiniBrowser
 */
export async function startWebKit(driver: string, browser: string): Promise<OtherBrowser> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-displayfd', '1'];
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await printed(display, /\d+(?=\n)/);
  const port = await freePort();
  const webdriver = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  });
  const call = async (method: string, path: string, body?: object) => {
    const request = { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(ANSWER_MS) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error) throw new Error(`${path}: ${value.error} ${value.message}`);
    // biome-ignore lint/suspicious/noExplicitAny: values of WebDriver, each of another form
    return value as any;
  };
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } };
  let sessionId = '';
  // The driver may not listen yet.
  await expect(async () => {
    ({ sessionId } = await call('POST', '/session', { capabilities }));
  }).toPass({ timeout: 60_000 });
  const session = `/session/${sessionId}`;
  return {
    errors: null,
    goTo: (url) => call('POST', `${session}/url`, { url }),
    resize: (width, height) => call('POST', `${session}/window/rect`, { width, height }),
    async evaluate(run, argument) {
      const source = callOf(run as (value: unknown) => unknown, argument);
      const script = `const end = arguments[0]; Promise.resolve(${source}).then((value) => end(JSON.stringify(value) ?? null), (error) => end('!' + error))`;
      const text: string | null = await call('POST', `${session}/execute/async`, { script, args: [] });
      if (text?.startsWith('!')) throw new Error(text.slice(1));
      return text === null ? undefined : JSON.parse(text);
    },
    perform: (actions) => call('POST', `${session}/actions`, { actions }),
    async close() {
      await call('DELETE', session).catch(() => undefined);
      webdriver.kill();
      display.kill();
    },
  };
}
