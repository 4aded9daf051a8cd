import { appendFileSync } from 'node:fs';

export interface Sent {
  status: number;
  /** the id of a stored inquiry, null unless the answer is 201 */
  id: string | null;
  tookMs: number;
}

let visitors = 0;
/** Each visitor has a network of its own, as the API limits what one network may send. */
function nextNetwork(): string {
  visitors += 1;
  return `198.${18 + ((visitors >> 16) & 1)}.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** Sends one inquiry from a network of its own. Status 0: no whole answer came. */
export async function sendInquiry(
  url: string,
  { name, key, headers = {} }: { name: string; key?: string; headers?: Record<string, string> },
): Promise<Sent> {
  const started = performance.now();
  const done = (status: number, id: string | null = null) => ({ status, id, tookMs: performance.now() - started });
  try {
    const answer = await fetch(`${url}/api/inquiries`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': nextNetwork(),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
      body: JSON.stringify({ name, eventType: 'wedding', elapsedMs: 9000 }),
    });
    const body = (await answer.json()) as { _id?: string };
    return done(answer.status, answer.status === 201 ? (body._id ?? null) : null);
  } catch {
    return done(0);
  }
}

interface Crowd {
  /** ids that were acknowledged, in order */
  acknowledged: string[];
  /** how many answers had which status; 0: none came */
  statuses: Map<number, number>;
  /** resolves when so many have been acknowledged in all */
  reaches(count: number): Promise<void>;
  /** sends no more; resolves when the last answer is in */
  leave(): Promise<void>;
}

/**
 * Visitors who send inquiries at a steady pace, whether they are answered or not. Each acknowledged id is in the witness
 * file before anything else happens.
 */
export function crowd(url: () => string, perSecond: number, witnessFile?: string): Crowd {
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
    reaches: (count) =>
      new Promise((resolve) => {
        if (acknowledged.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async leave() {
      clearInterval(pace);
      await Promise.all(underWay);
    },
  };
}
