import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { ANSWER_MS, callOf, type OtherBrowser, printed } from './other-browser';

interface Message {
  id?: number;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: results of WebDriver BiDi, each of another form
  result?: any;
  message?: string;
  params?: { level: string; text: string };
}

/** Starts Firefox without a window, and talks WebDriver BiDi with it. @param path the program */
export async function startFirefox(path: string): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank'];
  const firefox = spawn(path, args, { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [, url] = await printed(firefox, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${url}/session`);
  await once(socket, 'open');
  const errors: string[] = [];
  const waiting = new Map<number, (message: Message) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error') errors.push(message.params.text);
  });
  let count = 0;
  const send = async (method: string, params: object) => {
    count += 1;
    const id = count;
    const answer = new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_MS);
      waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { result, message } = await answer;
    if (!result) throw new Error(`${method}: ${message}`);
    return result;
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  return {
    errors,
    goTo: (to) => send('browsingContext.navigate', { context, url: to, wait: 'complete' }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async evaluate(run, argument) {
      const expression = `Promise.resolve(${callOf(run as (value: unknown) => unknown, argument)}).then(JSON.stringify)`;
      const { result, exceptionDetails } = await send('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    async close() {
      socket.close();
      const ended = once(firefox, 'exit');
      firefox.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
