/**
 * What the DevTools protocol adds to a touch. `Input.dispatchTouchEvent` gives the event its time, waits until the page has produced a
 * frame, and only then passes it to the browser (`InsertVisualStateCallback`: "We make sure the compositor is up to date before
 * sending a touch event", Chromium, content/browser/devtools/protocol/input_handler.cc). A finger waits for no frame. It may have to wait
 * for what the threads that paint the page have to do, so the time of their tasks stays in the measurement.
 */

/** `toplevel`: the tasks of each thread. `latencyInfo`: when an event was created, and when the browser got it. */
const CATEGORIES = ['toplevel', 'latencyInfo'];
const TASK = /^(?:ThreadControllerImpl|TaskGraphRunner)::RunTask$/;
const RENDERER_THREAD = /^(?:CrRendererMain|Compositor|CompositorTileWorker.*)$/;
const DISPLAY_THREAD = 'VizCompositorThread';
const CREATED = 'COMPONENT_INPUT_EVENT_LATENCY_ORIGINAL';
const PASSED_ON = 'COMPONENT_INPUT_EVENT_LATENCY_BEGIN_RWH';
const LONGEST_MS = 30_000;

/**
 * Records the touches of a tab from now on.
 * @returns `stop` ends the recording. `addedTimes` returns, for each touch in turn, `{ type, addedMs }`: 'TouchStart' or 'TouchEnd', and the
 *   milliseconds between the event's time and its arrival in the browser in which no thread had a task.
 * @throws Error from `stop` after 30 s; from `addedTimes` if the recording is not complete
 */
export async function recordTouches(session) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return {
    async stop() {
      let timer;
      const complete = new Promise((resolve, reject) => {
        session.once('Tracing.tracingComplete', resolve);
        timer = setTimeout(() => reject(new Error(`the recording did not end within ${LONGEST_MS} ms`)), LONGEST_MS);
      });
      await session.send('Tracing.end');
      await complete;
      clearTimeout(timer);
      session.off('Tracing.dataCollected', collect);
    },
    addedTimes: () => addedTimes(events),
  };
}

function addedTimes(events) {
  const renderer = events.find(({ args }) => args.chrome_latency_info?.step === 'STEP_HANDLE_INPUT_EVENT_MAIN')?.pid;
  const threads = events
    .filter(({ name, pid, args }) => {
      if (name !== 'thread_name') return false;
      return args.name === DISPLAY_THREAD || (pid === renderer && RENDERER_THREAD.test(args.name));
    })
    .map(({ pid, tid }) => `${pid}:${tid}`);
  const tasks = events
    .filter(({ name, pid, tid }) => TASK.test(name) && threads.includes(`${pid}:${tid}`))
    // A task that runs while the recording ends has no duration.
    .map(({ ts, dur = Number.POSITIVE_INFINITY }) => ({ startsAt: ts, endsAt: ts + dur }))
    .sort((one, other) => one.startsAt - other.startsAt);
  const touches = events.filter(({ name, ph }) => ph === 'b' && /^InputLatency::Touch(?:Start|End)$/.test(name));
  if (renderer === undefined) throw new Error('the recording does not say which process handled the touches');
  if (touches.length !== 2) throw new Error(`${touches.length} touches were recorded instead of a touch and a lift`);
  return touches.map(({ name, args }) => {
    const at = (type) =>
      args.chrome_latency_info?.component_info?.find((component) => component.component_type === type)?.time_us ?? NaN;
    const [createdAt, passedOnAt] = [at(CREATED), at(PASSED_ON)];
    const isInRecording = tasks[0]?.startsAt < createdAt && tasks.at(-1).startsAt > passedOnAt;
    if (!isInRecording) throw new Error(`the recording of ${name} is not complete`);
    let idleUs = 0;
    let idleSince = createdAt;
    for (const { startsAt, endsAt } of tasks) {
      if (startsAt >= passedOnAt) break;
      idleUs += Math.max(0, startsAt - idleSince);
      idleSince = Math.max(idleSince, endsAt);
    }
    idleUs += Math.max(0, passedOnAt - idleSince);
    return { type: name.replace('InputLatency::', ''), addedMs: idleUs / 1000 };
  });
}
