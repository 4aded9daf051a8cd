/** One anonymous machine that attacks from 127.0.0.2; `{ url, attacks: { name: size } }` by IPC, and `{ stop: true }`. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

const FROM = { localAddress: '127.0.0.2' };
/** A refused request is repeated after this time. */
const PAUSE_MS = Number(process.env.ATTACK_PAUSE_MS ?? 1000);

let running = true;
const seen = {};
const count = (what) => {
  seen[what] = (seen[what] ?? 0) + 1;
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const many = (size, work) => Array.from({ length: size }, (_, at) => work(at));

function send(agent, url, { method = 'GET', json, stays = false }) {
  return new Promise((resolve) => {
    const body = json && JSON.stringify(json);
    const headers = body ? { 'content-type': 'application/json' } : {};
    const sent = request(url, { ...FROM, agent, method, headers }, (response) => {
      if (stays && response.statusCode === 200) count(`${new URL(url).pathname} open`);
      response.resume().once('close', () => resolve(response.statusCode));
    });
    sent.once('error', (error) => resolve(error.code ?? 'error'));
    sent.end(body);
  });
}

const ATTACKS = {
  /** keeps `size` forms in flight */
  posts(url, size) {
    const agent = new Agent({ keepAlive: true, maxSockets: size });
    many(size, async (at) => {
      await pause((at * PAUSE_MS) / size);
      while (running) {
        const json = { name: `Flood ${at}`, eventType: 'other', message: 'x'.repeat(500), elapsedMs: 9000 };
        const status = await send(agent, `${url}/api/inquiries`, { method: 'POST', json });
        count(`posts ${status}`);
        if (status !== 201) await pause(PAUSE_MS);
      }
    });
  },
  /** requests `size` pages a second, each with another URL, and an unknown path every 4 s */
  distinct(url, size) {
    const agent = new Agent({ keepAlive: true });
    const started = performance.now();
    const loop = async () => {
      for (let at = 0; running; at += 1) {
        await pause(Math.max(0, started + (at * 1000) / size - performance.now()));
        void send(agent, `${url}/?x=${Math.random()}`, {}).then((status) => count(`pages ${status}`));
        if (at % (size * 4) === 0) void send(agent, `${url}/api/none`, { method: 'POST' });
      }
    };
    void loop();
  },
  /** keeps `size` connections open without sending anything */
  connections(url, size) {
    const { port, hostname } = new URL(url);
    many(size, async (at) => {
      await pause(at);
      while (running) {
        await new Promise((resolve) => {
          const socket = connect({ port: Number(port), host: hostname, ...FROM });
          socket.once('connect', () => count('connections opened'));
          socket.once('error', () => count('connections refused')).once('close', resolve);
          socket.resume();
        });
        await pause(PAUSE_MS);
      }
    });
  },
  /** keeps `size` event streams open */
  streams(url, size) {
    const agent = new Agent({ keepAlive: false, maxSockets: size });
    many(size, async (at) => {
      await pause(at);
      while (running) {
        const status = await send(agent, `${url}/api/composition/events`, { stays: true });
        count(`streams ${status}`);
        await pause(PAUSE_MS);
      }
    });
  },
};

process.on('message', ({ url, attacks, stop }) => {
  if (stop) {
    running = false;
    process.send({ type: 'done', seen }, () => process.exit(0));
  }
  if (!attacks) return;
  for (const [name, size] of Object.entries(attacks)) ATTACKS[name](url, size);
});
process.on('disconnect', () => process.exit());
process.send({ type: 'up' });
