import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../testing/test-app.js';
import { engines } from '../testing/test-database.js';

/** `FLOOD_ROWS=110000` is the whole volume (`npm run test:security`). */
const ROWS = Number(process.env.FLOOD_ROWS ?? 3000);
const POSTS = Math.max(200, Math.round(ROWS / 50));
/** A page of the longest forms: 50 messages and notes of 5,000 characters each. */
const MAX_PAGE_BYTES = 800 * 1024;

describe.each(engines())('on %s', (engine) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(engine);
    for (const quarantined of [true, false]) {
      await sql`
        insert into inquiries (name, phone, event_type, event_date, message, status, quarantined, network, created_at)
        select 'Flood ' || n, '98220 12345', 'wedding', date '2027-01-01' + n % 365, repeat('spam ', 1000),
          case when n % 4 = 0 then 'Booked' else 'New' end, ${quarantined}, '203.0.113.' || n % 250,
          now() - interval '3 days'
        from generate_series(1, ${ROWS / 2}) n`.execute(site.db);
    }
    await sql`analyze inquiries`.execute(site.db);
  }, 600_000);
  afterAll(() => site.close());

  const get = async (path: string) => {
    const started = performance.now();
    const response = await site.as('editor')('GET', path);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, bytes, ms: Math.round(performance.now() - started) };
  };

  it(`with ${ROWS} inquiries stored, list, search, counts and quarantine return at most one page`, async () => {
    const figures: string[] = [];
    for (const query of [
      '',
      '?quarantined=true&order=newest',
      '?status=Booked',
      '?q=flood%20nobody',
      '?q=14%20February',
    ]) {
      const { status, bytes, ms } = await get(`/api/inquiries${query}`);
      expect({ query, status }).toEqual({ query, status: 200 });
      expect(JSON.parse(bytes.toString()).length).toBeLessThanOrEqual(50);
      expect(bytes.length).toBeLessThan(MAX_PAGE_BYTES);
      figures.push(`${query || 'list'} ${Math.round(bytes.length / 1024)} KB in ${ms} ms`);
    }
    const counts = await get('/api/inquiries/counts');
    expect(JSON.parse(counts.bytes.toString())).toMatchObject({ quarantined: ROWS / 2 });
    process.stdout.write(`${engine}, ${ROWS} rows: ${figures.join('; ')}; counts in ${counts.ms} ms\n`);
  }, 120_000);

  it(`the CSV of ${ROWS / 2} inquiries is whole, and held in memory a part at a time`, async () => {
    const response = await site.as('editor')('GET', '/api/inquiries.csv');
    const [started, before] = [performance.now(), process.memoryUsage().rss];
    let [size, lines, largest, peak] = [0, 0, 0, before];
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      size += part.length;
      largest = Math.max(largest, part.length);
      lines += Buffer.from(part).toString().split('\r\n').length - 1;
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    expect(lines).toBe(ROWS / 2 + 1);
    expect(largest).toBeLessThan(4 * 1024 * 1024);
    const [mb, grown] = [size, peak - before].map((bytes) => Math.round(bytes / 2 ** 20));
    process.stdout.write(
      `${engine}: CSV of ${ROWS / 2} rows, ${mb} MB in ${Math.round(performance.now() - started)} ms, memory +${grown} MB\n`,
    );
  }, 300_000);

  it(`of ${POSTS} posts from one IP at most 55 are stored; the next visitor's is stored`, async () => {
    await sql`update inquiries set deleted_at = now() where quarantined`.execute(site.db);
    const stored = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from inquiries`.execute(site.db)).rows[0]?.n);
    const [before, started] = [await stored(), performance.now()];
    const json = { name: 'Flood', eventType: 'other', message: 'spam '.repeat(1000), elapsedMs: 9000 };
    const post = async () => {
      const response = await site.call('POST', '/api/inquiries', { json, address: '198.51.100.66' });
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await jsonOf(response) };
    };
    const responses: Awaited<ReturnType<typeof post>>[] = [];
    const postAtOnce = async (length: number) => responses.push(...(await Promise.all(Array.from({ length }, post))));
    while (responses.length < 60) await postAtOnce(10);
    // Each refusal is held back for seconds: the rest comes together.
    while (responses.length < POSTS) await postAtOnce(Math.min(500, POSTS - responses.length));
    const visitor = await site.call('POST', '/api/inquiries', { json, address: '198.51.100.67' });
    expect(visitor.status).toBe(201);
    expect((await stored()) - before).toBe(56);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(POSTS - 55);
    expect(refused.every(({ retryAfter, body }) => Number(retryAfter) > 0 && /WhatsApp/.test(body.detail))).toBe(true);
    process.stdout.write(
      `${engine}: ${POSTS} posts from one address in ${Math.round(performance.now() - started)} ms: 55 stored, ${refused.length} refused\n`,
    );
  }, 300_000);
});
