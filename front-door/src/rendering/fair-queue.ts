/** The task was not run, for a reason that says nothing about it, such as too many that wait. */
export class NotRun extends Error {
  override name = 'NotRun';
}

interface Limits {
  /** tasks of one lane that may wait … */
  ofLane: number;
  /** … and those of all lanes */
  ofAll: number;
  /** a task of a lane that waits longer is not run; unless given it waits until the others have ended */
  longestWaitMs?: number;
}

/** Creates a queue that runs one task at a time. Lanes take turns, so a task waits for at most one task of each other lane. */
export function createFairQueue({ ofLane, ofAll, longestWaitMs }: Limits) {
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

  function remove(lane: string, task: () => Promise<void>): void {
    const tasks = lanes.get(lane) ?? [];
    tasks.splice(tasks.indexOf(task), 1);
    if (tasks.length === 0) lanes.delete(lane);
    waiting -= 1;
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
     * @throws NotRun
     */
    run: <Value>(lane: string | null, task: () => Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const start = () => {
          clearTimeout(timer);
          return task().then(resolve, reject);
        };
        if (lane === null) first.push(start);
        else {
          const tasks = lanes.get(lane) ?? [];
          if (tasks.length >= ofLane || waiting >= ofAll) throw new NotRun('the render queue is full');
          if (longestWaitMs !== undefined)
            timer = setTimeout(() => {
              remove(lane, start);
              reject(new NotRun('the render queue is slow'));
            }, longestWaitMs);
          tasks.push(start);
          lanes.set(lane, tasks);
          waiting += 1;
        }
        void work();
      }),
  };
}
