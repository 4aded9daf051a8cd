import { NoSampleData, readJsonText } from '@godhuli/release-gate/read-json';
import { FAKE_SERVER, fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { remotesApp } from '../../testing/remotes-app.js';
import { createCheckQueue, type Outcome } from './check-queue.js';

// A loop that stands back gets little processor time on a busy machine.
jest.setTimeout(300_000);

const deferred = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

/** Makes work that says when it started. */
function recorded() {
  const started: string[] = [];
  const work = (name: string, until: Promise<void>) => () => {
    started.push(name);
    return until;
  };
  return { started, work };
}

describe('CARD-7 checks of one remote do not wait for those of another', () => {
  it('while five hostile releases are still checked, another team publishes and the probe runs', async () => {
    const studio = await remotesApp();
    try {
      const slow = `${FAKE_SERVER} const { render } = exports; exports.render = (input) =>
        new Promise((resolve) => setTimeout(() => resolve(render(input)), 3500));`;
      const routes = ['/', '/a', '/b', '/c', '/d'];
      const ended: string[] = [];
      const hostile = ['a', 'b', 'c', 'd', 'e'].map((letter) =>
        studio
          .publish({ name: `slow-${letter}`, server: slow, manifest: { routes } })
          .catch(() => '')
          .then(() => ended.push(letter)),
      );
      const version = await studio.publish({ name: 'honest', server: FAKE_SERVER });
      expect(await studio.remotes.releases.mountInDocument('honest', version)).toEqual({ ok: true });
      expect(ended).toEqual([]);
      await Promise.all(hostile);
    } finally {
      await studio.close();
    }
  });

  it('teams whose last release was refused are checked one after the other, and a third team beside them', async () => {
    const loopIsChecked = deferred();
    const studio = await remotesApp({
      readPublic: async () => {
        loopIsChecked.resolve();
        return undefined;
      },
    });
    try {
      const ended: string[] = [];
      const publish = (name: string, server: string, serverData: string[] = []) =>
        studio
          .publish({ name, server, manifest: { routes: ['/'], serverData } })
          .catch(() => 'refused')
          .then(() => ended.push(name));
      await Promise.all(['loop', 'throw'].map((name) => publish(name, 'throw new Error("no")')));
      ended.length = 0;
      const loop = publish('loop', 'for (;;);', ['/api/thing']);
      await loopIsChecked.promise;
      await Promise.all([loop, publish('throw', 'throw new Error("again")'), publish('honest', FAKE_SERVER)]);
      expect(ended).toEqual(['honest', 'loop', 'throw']);
    } finally {
      await studio.close();
    }
  });

  it('an owner stands back until its last work succeeded', async () => {
    const lane = createCheckQueue(2);
    const niceness: number[] = [];
    const run = (outcome: Outcome | null) =>
      lane.run(
        'a',
        async (nice) => {
          niceness.push(nice);
          return outcome;
        },
        (value) => value,
      );
    for (const outcome of ['succeeded', 'succeeded', 'failed', null, 'succeeded', null, null] as const)
      await run(outcome);
    expect(niceness).toEqual([5, 0, 0, 10, 10, 0, 0]);
  });

  it('a lane runs one check of an owner at a time, in order, and others beside it', async () => {
    const lane = createCheckQueue(2);
    const [first, second] = [deferred(), deferred()];
    const { started, work } = recorded();
    const all = [
      lane.run('a', work('a1', first.promise)),
      lane.run('a', work('a2', second.promise)),
      lane.run('b', work('b1', second.promise)),
      lane.run('c', work('c1', second.promise)),
    ];
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b1']);
    first.resolve();
    await all[0];
    expect(started).toEqual(['a1', 'b1', 'a2']);
    second.resolve();
    await Promise.all(all);
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1']);
  });

  it('owners whose checks failed share one place, until one of theirs succeeds', async () => {
    const lane = createCheckQueue(3);
    const failed = ['a', 'b'].map((owner) => lane.run(owner, () => Promise.reject(new Error(owner))));
    await Promise.allSettled(failed);
    const started: string[] = [];
    const hanging = deferred();
    const run = (owner: string) =>
      lane.run(owner, () => {
        started.push(owner);
        return hanging.promise;
      });
    const all = [run('a'), run('b'), run('good')];
    await Promise.resolve();
    expect(started).toEqual(['a', 'good']);
    hanging.resolve();
    await Promise.all(all);
    expect(started).toEqual(['a', 'good', 'b']);
    const again = deferred();
    const both = ['a', 'b'].map((owner) =>
      lane.run(owner, () => {
        started.push(`${owner} again`);
        return again.promise;
      }),
    );
    await Promise.resolve();
    expect(started.slice(3)).toEqual(['a again', 'b again']);
    again.resolve();
    await Promise.all(both);
  });

  it('a success of an owner whose last check failed starts all that waited for it', async () => {
    const lane = createCheckQueue(3);
    await Promise.allSettled(['a', 'b'].map((owner) => lane.run(owner, () => Promise.reject(new Error(owner)))));
    const [first, others] = [deferred(), deferred()];
    const { started, work } = recorded();
    const all = [
      lane.run('a', work('a1', first.promise)),
      lane.run('a', work('a2', others.promise)),
      lane.run('b', work('b1', others.promise)),
    ];
    await Promise.resolve();
    first.resolve();
    await all[0];
    await Promise.resolve();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    others.resolve();
    await Promise.all(all);
  });

  it('a lane refuses more than ten waiting checks of one owner, and takes the next after one that failed', async () => {
    const lane = createCheckQueue(1);
    const hanging = deferred();
    const all = Array.from({ length: 11 }, () => lane.run('a', () => hanging.promise));
    await expect(lane.run('a', () => hanging.promise)).rejects.toThrow('Too many releases of this remote');
    hanging.resolve();
    await Promise.all(all);
    await expect(lane.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(lane.run('a', async () => 'next')).resolves.toBe('next');
  });
});

describe('CARD-7 the gate bounds what it reads from the API', () => {
  const endless = (text: string, type = 'application/json') =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode(text.repeat(1000))),
      }),
      { headers: { 'content-type': type } },
    );
  const silent = () => new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } });

  it.each([
    ['an event stream', () => endless(': tick\n\n', 'text/event-stream'), 'does not return JSON'],
    ['a body without end', () => endless('[1,'), 'more than 2 MB'],
    ['a body that never comes', silent, 'did not end within 2 seconds'],
  ])('%s is refused', async (_title, response, message) => {
    const read = readJsonText(response, '/api/thing');
    await expect(read).rejects.toThrow(NoSampleData);
    await expect(read).rejects.toThrow(message);
  });

  it('an error and a missing response are no data', async () => {
    expect(await readJsonText(() => new Response('{}', { status: 404 }), '/api/thing')).toBeUndefined();
    expect(await readJsonText(() => new Promise(() => undefined), '/api/thing')).toBeUndefined();
    expect(await readJsonText(() => Response.json([1]), '/api/thing')).toBe('[1]');
  });

  it('a release that begins with the event stream is refused at once, by name', async () => {
    const path = '/api/composition/events';
    const studio = await remotesApp({
      readPublic: (wanted) => readJsonText((url, init) => studio.app.request(url, init), wanted),
    });
    try {
      const packed = await packRelease(fakeRelease({ manifest: { serverData: [path] } }));
      const response = await studio.upload('sample', new Uint8Array(packed));
      expect(response.status).toBe(422);
      expect(await response.text()).toContain(`A page cannot begin with ${path}`);
    } finally {
      await studio.close();
    }
  });
});
