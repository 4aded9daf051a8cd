import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { builtProgram } from '../../built-program.js';
import { mediaApp } from '../../testing/media-app.js';
import type { ImageJob } from './image-job.js';
import { ImageRefused, ImageWorkerPool, PRIORITY, QueueFull, type Waiter, WorkerLost } from './image-worker-pool.js';

jest.setTimeout(120_000);

let folder: string;
let source: string;
let workers: ImageWorkerPool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-processes-'));
  source = join(folder, 'source');
  await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toFile(source);
  workers = new ImageWorkerPool();
});
afterEach(async () => {
  jest.restoreAllMocks();
  workers.close();
  await rm(folder, { recursive: true });
});

const variant = (width: number): ImageJob => ({
  kind: 'variant',
  source,
  target: join(folder, `${width}`),
  width,
  format: 'jpg',
});

const visitor = { network: '192.0.2.1', customer: '192.0.2.1' };
const other = { network: '198.51.100.7', customer: '198.51.100.7' };

/** Does something to each image process as it starts. */
const onStart = (act: (child: ChildProcess) => void) =>
  jest.spyOn(ChildProcess.prototype, 'unref').mockImplementationOnce(function (this: ChildProcess) {
    act(this);
  });

/** The widths of the jobs that have been started so far. */
function startedWidths(): number[] {
  const started: number[] = [];
  jest.spyOn(ChildProcess.prototype, 'unref').mockImplementation(function (this: ChildProcess) {
    const send = this.send.bind(this) as (message: ImageJob, done: () => void) => boolean;
    const watched = (job: ImageJob & { width: number }, done: () => void) => {
      started.push(job.width);
      return send(job, done);
    };
    Object.assign(this, { send: watched });
  });
  return started;
}

it('loses one job, not the server, when an image kills the image process', async () => {
  onStart((child) => child.kill('SIGABRT'));
  await expect(workers.run(variant(100), visitor).done).rejects.toThrow(ImageRefused);
  await expect(workers.run(variant(100), visitor).done).resolves.toBeNull();
});

it.each([
  ['SIGKILL', true],
  ['SIGTERM', false],
] as const)('an image process that %s ends says nothing certain about the image', async (signal, mayBeTheFile) => {
  onStart((child) => child.kill(signal));
  const error = await workers.run(variant(100), visitor).done.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WorkerLost);
  expect(error).toMatchObject({ mayBeTheFile });
});

it('a stop of the site lets an image process finish its job', async () => {
  const children: ChildProcess[] = [];
  jest.spyOn(ChildProcess.prototype, 'unref').mockImplementation(function (this: ChildProcess) {
    children.push(this);
  });
  await workers.run(variant(100), visitor).done;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) children[0]?.kill(signal);
  await expect(workers.run(variant(200), visitor).done).resolves.toBeNull();
  expect(children).toHaveLength(1);
});

it('starts what a visitor waits for first, and keeps one process free of uploads and work ahead', async () => {
  const started = startedWidths();
  const { ahead, upload } = PRIORITY;
  const jobs = [
    workers.run(variant(1), ahead),
    workers.run(variant(2), ahead),
    workers.run(variant(3), upload),
    workers.run(variant(4), visitor),
    workers.run(variant(5), ahead),
    workers.run(variant(6), ahead),
    workers.run(variant(7), visitor),
  ];
  // 1 takes a process, 2 and 3 must not take the other, 4 may.
  expect(started).toEqual([1, 4]);
  jobs[5]?.join(visitor);
  await Promise.all(jobs.map(({ done }) => done));
  expect(started.filter((width) => width !== 3)).toEqual([1, 4, 7, 6, 2, 5]);
  expect(started.indexOf(3)).toBeLessThan(started.indexOf(2));
});

it('starts background work when nothing else runs, and nothing waits for it', async () => {
  const { background, ahead, upload } = PRIORITY;
  const ended: number[] = [];
  const run = (width: number, waiter: Waiter) => workers.run(variant(width), waiter).done.then(() => ended.push(width));
  const started = startedWidths();
  const first = [run(1, ahead), run(2, background), run(3, visitor)];
  expect(started).toEqual([1, 3]);
  await Promise.all(first);
  expect(ended.indexOf(2)).toBe(2);
  const second = [run(4, background), run(5, upload), run(6, visitor), run(7, background)];
  expect(started.slice(3)).toEqual([4, 5, 6]);
  await Promise.all(second);
  expect(ended.at(-1)).toBe(7);
});

it('starts an upload before the variants of visitors that waited longer', async () => {
  const started = startedWidths();
  const flood = [1, 2, 3, 4, 5, 6].map((width) => workers.run(variant(width), visitor));
  const uploads = [7, 8].map((width) => workers.run(variant(width), PRIORITY.upload));
  await Promise.all([...flood, ...uploads].map(({ done }) => done));
  expect(started.slice(0, 3)).toEqual([1, 2, 7]);
});

it('starts the first photo of a visitor in turn with those that another network requested before', async () => {
  const started = startedWidths();
  const flood = [1, 2, 3, 4, 5].map((width) => workers.run(variant(width), visitor));
  await Promise.all([...flood, workers.run(variant(6), other)].map(({ done }) => done));
  expect(started).toEqual([1, 2, 3, 6, 4, 5]);
});

it('refuses a job of a network that has as many waiting as it may, and none that already waits', async () => {
  const limited = new ImageWorkerPool({ limits: { ofNetwork: 1, ofAll: 10 } });
  // Two of them start at once.
  const accepted = [1, 2, 3].map((width) => limited.run(variant(width), visitor));
  accepted.push(limited.run(variant(4), other));
  accepted[3]?.join(visitor);
  await expect(limited.run(variant(5), visitor).done).rejects.toThrow(QueueFull);
  await expect(Promise.all(accepted.map(({ done }) => done))).resolves.toHaveLength(4);
  limited.close();
});

it('starts a variant once, for the first turn of those who wait for it', async () => {
  const started = startedWidths();
  const flood = [1, 2, 3, 4, 5, 6].map((width) => workers.run(variant(width), visitor));
  flood[5]?.join(other);
  await Promise.all(flood.map(({ done }) => done));
  expect(started).toHaveLength(6);
  expect(started.indexOf(6)).toBeLessThan(4);
});

it('drops a waiting job when the last client that waits for it has disconnected', async () => {
  const started = startedWidths();
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  const busy = [1, 2].map((width) => workers.run(variant(width), visitor).done);
  const shared = workers.run(variant(3), { ...visitor, signal: first.signal });
  shared.join({ ...visitor, signal: second.signal });
  const left = workers.run(variant(4), { ...visitor, signal: third.signal });
  const isAhead = workers.run(variant(5), { ...visitor, signal: third.signal }, PRIORITY.ahead);
  first.abort();
  third.abort();
  await expect(left.done).rejects.toThrow(QueueFull);
  await Promise.all([...busy, shared.done, isAhead.done]);
  expect(started.toSorted()).toEqual([1, 2, 3, 5]);
});

it('refuses work once closed and fails what still waits', async () => {
  const jobs = [1, 2, 3].map((width) => workers.run(variant(width), visitor).done);
  workers.close();
  const settled = await Promise.allSettled([...jobs, workers.run(variant(4), visitor).done]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  const reasons = settled.map((result) => result.status === 'rejected' && result.reason);
  for (const reason of reasons) expect(reason).toBeInstanceOf(WorkerLost);
});

// The kernel's limit is one of Linux; SECURITY.md says what holds elsewhere.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('Ctrl-C reaches no image process: each has a process group of its own', async () => {
  const children: ChildProcess[] = [];
  onStart((child) => children.push(child));
  await workers.run(variant(100), visitor).done;
  const pid = `${children[0]?.pid}`;
  const [, group] = /\) \S \d+ (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8')) ?? [];
  expect(group).toBe(pid);
});

onLinux('an image process ends with a server that is killed', async () => {
  const script = `
    import { ChildProcess } from 'node:child_process';
    import { ImageWorkerPool, PRIORITY } from ${JSON.stringify(builtProgram(import.meta.url, './image-worker-pool.js'))};
    ChildProcess.prototype.unref = function () {
      process.stdout.write(this.pid + '\\n');
    };
    await new ImageWorkerPool().run(${JSON.stringify(variant(100))}, PRIORITY.upload).done;
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(server.stdout, 'data', { signal: AbortSignal.timeout(60_000) }).catch(() => []);
  const stat = `/proc/${String(line).trim()}/stat`;
  const started = await readFile(stat, 'utf8').catch(() => '');
  server.kill('SIGKILL');
  await once(server, 'exit');
  expect(started).toContain('(');
  // A process that nobody has waited for yet has ended as well.
  const isRunning = () =>
    readFile(stat, 'utf8')
      .then((text) => !/\) Z /.test(text))
      .catch(() => false);
  const deadline = Date.now() + 30_000;
  while ((await isRunning()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await isRunning()).toBe(false);
});

onLinux('has the kernel limit the memory of each image process', async () => {
  const children: ChildProcess[] = [];
  onStart((child) => children.push(child));
  await workers.run(variant(100), visitor).done;
  const limits = await readFile(`/proc/${children[0]?.pid}/limits`, 'utf8');
  expect(limits).toMatch(new RegExp(`Max data size +${1536 * 1024 * 1024} `));
});

/** MB that an idle Node process has under the kernel's limit: 130 in Node 20 and 22, 645 in Node 24, which reserves more. */
function idleDataMb(): number {
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'utf8'))";
  const status = execFileSync(process.execPath, ['--max-old-space-size=128', '-e', script], { encoding: 'utf8' });
  return Math.ceil(Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

onLinux('a picture that wants more memory than allowed costs its own process; the answer is a sentence', async () => {
  const memoryLimitMb = idleDataMb() + 180;
  const limited = new ImageWorkerPool({ memoryLimitMb });
  const site = await mediaApp(limited);
  try {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#336699' } })
      .webp({ effort: 0 })
      .toBuffer();
    const upload = async (bytes: Buffer) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)]), 'x');
      return site.app.request('/api/admin/media', { method: 'POST', body });
    };
    const refused = await upload(bomb);
    expect(refused.status).toBe(422);
    expect(((await refused.json()) as { detail: string }).detail).toBe(
      'We could not open this photo. Please export it again from a photo editor, or make it smaller.',
    );
    expect(await site.files()).toEqual([]);
    expect(await site.rows()).toEqual([]);
    expect((await upload(await readFile(source))).status).toBe(201);
    process.stdout.write(
      `a WebP of ${bomb.length} bytes that decodes to 324 MB: refused by a process of ${memoryLimitMb} MB\n`,
    );
  } finally {
    await site.close();
  }
});
