import { type TestApp, testApp } from '../../testing/test-app.js';

interface Sent {
  json: Record<string, unknown>;
  address: string;
  isSpam: boolean;
}

const FIRST = ['Meera', 'Ravi', 'Anjali', 'मीरा', 'Suresh', 'Kavita', 'राहुल'];
const LAST = ['Joshi', 'Patil', 'Deshmukh', 'कदम', 'Kulkarni'];
const phoneOf = (number: number) => `98${String(10_000_000 + number * 7919).slice(-8)}`;

/** 500 inquiries, 380 of people and 120 of programs. All arrive within ten minutes, the worst case for the limits. */
function corpus(): Sent[] {
  const all: Sent[] = [];
  const add = (count: number, isSpam: boolean, of: (index: number) => { address: string; json?: object }) => {
    for (let index = 0; index < count; index += 1) {
      const number = all.length;
      const { address, json } = of(index);
      const name = `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]}`;
      const message = `Two days in ${number % 2 ? 'Pune' : 'Nashik'}, about ${100 + number} guests.`;
      const form = { name, eventType: 'wedding', phone: phoneOf(number), message, elapsedMs: 20_000 };
      all.push({ isSpam, address, json: { ...form, ...json } });
    }
  };
  const own = (block: number) => (index: number) => ({ address: `198.${block}.${index >> 8}.${index & 255}` });
  add(200, false, own(18));
  // A college, six addresses of a mobile carrier, and families who share a network.
  add(40, false, () => ({ address: '203.0.113.1' }));
  add(90, false, (index) => ({ address: `203.0.113.${10 + (index % 6)}` }));
  add(20, false, (index) => ({ address: `203.0.113.${50 + (index >> 1)}`, json: { phone: null } }));
  add(20, false, (index) => ({ ...own(19)(index), json: { message: 'The hall: https://example.com/hall' } }));
  // A browser that fills in the hidden field, and one that fills in the form at once.
  add(5, false, (index) => ({ ...own(20)(index), json: { website: 'https://example.com' } }));
  add(5, false, (index) => ({ ...own(21)(index), json: { elapsedMs: 2000 } }));
  add(40, true, (index) => ({ ...own(22)(index), json: { website: 'https://seo.example' } }));
  add(25, true, (index) => ({ ...own(23)(index), json: { elapsedMs: 300 } }));
  add(25, true, (index) => ({
    ...own(24)(index),
    json: { message: 'Rank first: https://a.example https://b.example' },
  }));
  add(20, true, () => ({ address: '203.0.113.99', json: { phone: null, message: 'Buy followers today' } }));
  add(10, true, (index) => ({ ...own(25)(index), json: { message: 'We offer cheap editing of your photos' } }));
  return all;
}

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
}, 120_000);
afterAll(() => api.close());

it('ADM-SPAM-1 of 500 inquiries no person is refused, and the inbox gets 370 of 380 people', async () => {
  const sent = corpus();
  const statuses = new Map<number, number>();
  for (const { json, address } of sent) {
    const { status } = await api.call('POST', '/api/inquiries', { json, address });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 201: 500 });
  const rows = await api.db.selectFrom('inquiries').selectAll().orderBy('id').execute();
  const count = (isSpam: boolean, quarantined: boolean) =>
    rows.filter((row, index) => sent[index]?.isSpam === isSpam && row.quarantined === quarantined).length;
  expect({ inbox: count(false, false), quarantine: count(false, true) }).toEqual({ inbox: 370, quarantine: 10 });
  expect({ inbox: count(true, false), quarantine: count(true, true) }).toEqual({ inbox: 15, quarantine: 105 });
  const reasons: Record<string, number> = {};
  for (const { quarantined, quarantine_reason: reason } of rows)
    if (quarantined) reasons[reason ?? 'none'] = (reasons[reason ?? 'none'] ?? 0) + 1;
  expect(reasons).toEqual({
    'hidden-field': 45,
    'too-fast': 30,
    links: 25,
    network: 15,
  });
}, 240_000);
