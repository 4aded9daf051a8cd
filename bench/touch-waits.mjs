/**
 * What the DevTools protocol adds to a touch. `Input.dispatchTouchEvent` gives the event its time, waits until the page has produced a
 * frame, and only then passes it to the browser (`InsertVisualStateCallback`: "We make sure the compositor is up to date before
 * sending a touch event", Chromium, content/browser/devtools/protocol/input_handler.cc). A finger waits for no frame. It may have to wait
 * for what the main thread of the page does meanwhile, so that time stays in the measurement.
 */

/** `toplevel`: the tasks of each thread. `latencyInfo`: when an event was created, and when the browser got it. */
const CATEGORIES = ['toplevel', 'latencyInfo'];
const TASK = 'ThreadControllerImpl::RunTask';
const CREATED = 'COMPONENT_INPUT_EVENT_LATENCY_ORIGINAL';
const PASSED_ON = 'COMPONENT_INPUT_EVENT_LATENCY_BEGIN_RWH';

/**
 * Records the touches of a tab from now on.
 * @returns a function that ends the recording and returns, for each touch in turn, `{ type, addedMs }`: 'TouchStart' or 'TouchEnd', and
 *   the milliseconds between the event's time and its arrival in the browser in which the main thread of the page had nothing to do
 */
export async function recordTouches(session) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    session.off('Tracing.dataCollected', collect);
    return addedTimes(events);
  };
}

function addedTimes(events) {
  // The thread of the page that handled the touches.
  const main = events.find(({ args }) => args.chrome_latency_info?.step === 'STEP_HANDLE_INPUT_EVENT_MAIN');
  const tasks = events
    // One that runs while the recording ends has no end.
    .filter(({ name, pid, tid, dur }) => name === TASK && pid === main?.pid && tid === main.tid && dur !== undefined)
    .sort((one, other) => one.ts - other.ts);
  return events
    .filter(({ name, ph }) => ph === 'b' && /^InputLatency::Touch(?:Start|End)$/.test(name))
    .map(({ name, args }) => {
      const at = (type) =>
        args.chrome_latency_info.component_info.find((component) => component.component_type === type).time_us;
      const createdAt = at(CREATED);
      const passedOnAt = at(PASSED_ON);
      let idleSince = createdAt;
      let idleUs = 0;
      for (const { ts, dur } of tasks) {
        if (ts + dur <= idleSince) continue;
        if (ts >= passedOnAt) break;
        idleUs += Math.max(0, ts - idleSince);
        idleSince = ts + dur;
      }
      idleUs += Math.max(0, passedOnAt - idleSince);
      return { type: name.replace('InputLatency::', ''), addedMs: idleUs / 1000 };
    });
}
