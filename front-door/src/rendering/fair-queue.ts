/** Too many tasks are waiting. The new one was not queued. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

const LIMITS = { ofLane: 4, ofAll: 40 };

/**
 * Creates a queue that runs one task at a time. Lanes take turns, so a task waits for at most one task of each other lane.
 * @param limits how many tasks may wait, per lane and in total
 */
export function createFairQueue({ ofLane, ofAll } = LIMITS) {
  const first: (() => Promise<void>)[] = [];
  /** the next lane first */
  const lanes = new Map<string, (() => Promise<void>)[]>();
  let waiting = 0;
  let isRunning = false;

  function next(): (() => Promise<void>) | undefined {
    const ofSite = first.shift();
    if (ofSite) return ofSite;
    const [turn] = lanes;
    if (!turn) return undefined;
    const [lane, tasks] = turn;
    lanes.delete(lane);
    const task = tasks.shift();
    if (tasks.length > 0) lanes.set(lane, tasks);
    waiting -= 1;
    return task;
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let task = next(); task; task = next()) await task();
    isRunning = false;
  }

  return {
    /**
     * @param lane who requests the task; null: the site itself, which has priority and is never refused
     * @throws QueueFull
     */
    run: <Value>(lane: string | null, task: () => Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        const start = () => task().then(resolve, reject);
        if (lane === null) first.push(start);
        else {
          const tasks = lanes.get(lane) ?? [];
          if (tasks.length >= ofLane || waiting >= ofAll) throw new QueueFull('the render queue is full');
          tasks.push(start);
          lanes.set(lane, tasks);
          waiting += 1;
        }
        void work();
      }),
  };
}
