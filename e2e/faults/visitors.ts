import { appendFileSync } from 'node:fs';

export interface Sent {
  status: number;
  /** the id of a stored inquiry, null unless the status is 201 */
  id: string | null;
  tookMs: number;
}

let visitors = 0;
/** Returns a different network for each visitor, because the API limits the inquiries of one network. */
function nextNetwork(): string {
  visitors += 1;
  return `198.${18 + ((visitors >> 16) & 1)}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** Sends one inquiry from a separate network. Status 0: no complete response. */
export async function sendInquiry(
  url: string,
  { name, key, headers = {} }: { name: string; key?: string; headers?: Record<string, string> },
): Promise<Sent> {
  const started = performance.now();
  const done = (status: number, id: string | null = null) => ({ status, id, tookMs: performance.now() - started });
  try {
    const response = await fetch(`${url}/api/inquiries`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextNetwork(),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
      body: JSON.stringify({ name, eventType: 'wedding', elapsedMs: 9000 }),
    });
    const body = (await response.json()) as { _id?: string };
    return done(response.status, response.status === 201 ? (body._id ?? null) : null);
  } catch {
    return done(0);
  }
}

interface Visitors {
  /** ids of the acknowledged inquiries, in order */
  acknowledged: string[];
  /** number of responses by status; 0: no response */
  statuses: Map<number, number>;
  /** resolves when `count` inquiries have been acknowledged in all */
  acknowledge(count: number): Promise<void>;
  /** stops sending; resolves after the last response */
  stop(): Promise<void>;
}

/**
 * Starts visitors who send inquiries at a steady rate, whether they get responses or not. Each acknowledged id is written to
 * the witness file first.
 */
export function startVisitors(url: () => string, perSecond: number, witnessFile?: string): Visitors {
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const waiting: { count: number; resolve: () => void }[] = [];
  let sent = 0;
  const visit = async () => {
    sent += 1;
    const { status, id } = await sendInquiry(url(), { name: `Visitor ${sent}` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (id === null) return;
    if (witnessFile) appendFileSync(witnessFile, `${id}\n`);
    acknowledged.push(id);
    for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
  };
  const pace = setInterval(() => {
    const one = visit().finally(() => underWay.delete(one));
    underWay.add(one);
  }, 1000 / perSecond);
  return {
    acknowledged,
    statuses,
    acknowledge: (count) =>
      new Promise((resolve) => {
        if (acknowledged.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async stop() {
      clearInterval(pace);
      await Promise.all(underWay);
    },
  };
}
