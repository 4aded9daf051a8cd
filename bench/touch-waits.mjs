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
 * @returns `stop` ends the recording. `addedMs` returns the milliseconds between the time of the touch, or of the lift alone, and its arrival in
 *   the browser in which no thread had a task; what both wait for at once counts once.
 * @throws Error from `stop` after 30 s; from `addedMs` if the recording is not complete
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
    addedMs: ({ isFromLift }) => {
      const { waits, tasks } = waitsAndTasks(events);
      return idleMs(isFromLift ? waits.filter(({ type }) => type === 'TouchEnd') : waits, tasks);
    },
  };
}

function waitsAndTasks(events) {
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
  const waits = touches.map(({ name, args }) => {
    const at = (type) =>
      args.chrome_latency_info?.component_info?.find((component) => component.component_type === type)?.time_us ?? NaN;
    const wait = { type: name.replace('InputLatency::', ''), startsAt: at(CREATED), endsAt: at(PASSED_ON) };
    const isInRecording = tasks[0]?.startsAt < wait.startsAt && tasks.at(-1).startsAt > wait.endsAt;
    if (!isInRecording) throw new Error(`the recording of ${name} is not complete`);
    return wait;
  });
  waits.sort((one, other) => one.startsAt - other.startsAt);
  return { waits, tasks };
}

/** The time within any of the waits in which no task runs. Both lists are in the order of their starts. */
function idleMs(waits, tasks) {
  let idleUs = 0;
  let countedUntil = Number.NEGATIVE_INFINITY;
  for (const { startsAt, endsAt } of waits) {
    let idleSince = Math.max(startsAt, countedUntil);
    for (const task of tasks) {
      if (task.startsAt >= endsAt) break;
      idleUs += Math.max(0, task.startsAt - idleSince);
      idleSince = Math.max(idleSince, task.endsAt);
    }
    idleUs += Math.max(0, endsAt - idleSince);
    countedUntil = Math.max(countedUntil, endsAt);
  }
  return idleUs / 1000;
}
