import { request as requestFactory } from '@playwright/test';
import { inquiries, signIn } from './page/staff';
import { expect, test } from './page/test';
import { createDatabase } from './product/database';
import { startProduct } from './product/start-product';

/** Rounds of kill -9; `KILL_ROUNDS=20` is the whole volume. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);

/** Posts inquiries without pause until the process is gone; answers the ids that were acknowledged. */
async function insertUntilGone(url: string, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const worker = async (name: string) => {
    for (let count = 0; ; count += 1) {
      const answer = await fetch(`${url}/api/inquiries`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: `${name}-${count}`, eventType: 'wedding' }),
      }).catch(() => null);
      if (!answer) return;
      if (answer.status === 201) {
        const receipt = (await answer.json().catch(() => null)) as { _id: string } | null;
        if (receipt) acknowledged.push(receipt._id);
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map((index) => worker(`round-${round}-${index}`)));
  return acknowledged;
}

for (const engine of ['pglite', 'postgres'] as const)
  test(`no acknowledged inquiry is lost by kill -9, on ${engine} (${ROUNDS} rounds)`, async () => {
    test.setTimeout(60_000 * (ROUNDS + 1));
    const database = engine === 'postgres' ? await createDatabase() : null;
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {};
    const first = await startProduct({ program: 'api/dist/main.js', env });
    const { dataDir } = first;
    const acknowledged: string[] = [];
    let running = first;
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = acknowledged.length + 40;
      const inserting = insertUntilGone(running.url, round);
      await expect.poll(async () => await countStored(running.url), { intervals: [50] }).toBeGreaterThanOrEqual(target);
      await running.end('SIGKILL');
      acknowledged.push(...(await inserting));
      running = await startProduct({ program: 'api/dist/main.js', dataDir, env });
    }
    const staff = await requestFactory.newContext();
    await signIn(staff, running.url);
    const stored = new Set((await inquiries(staff, running.url)).map(({ _id }) => _id));
    const lost = acknowledged.filter((id) => !stored.has(id));
    console.log(`${engine}: ${acknowledged.length} acknowledged, ${lost.length} lost`);
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 20);
    expect(lost).toEqual([]);
    await staff.dispose();
    await running.remove();
    await database?.drop();
  });

/** How many inquiries are stored, quarantined ones included. */
async function countStored(url: string): Promise<number> {
  const staff = await requestFactory.newContext();
  try {
    await signIn(staff, url);
    return (await inquiries(staff, url)).length;
  } finally {
    await staff.dispose();
  }
}
