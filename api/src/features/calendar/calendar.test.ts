import { setImmediate as nextTurn } from 'node:timers/promises';
import { availabilityOf } from '@godhuli/contracts/availability';
import {
  addDays,
  type Booking,
  bookingPageSchema,
  type CalendarImportResult,
  calendarDaysSchema,
  todayInIndia,
} from '@godhuli/contracts/calendar';
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { ERASED } from '../clients/scrub-client.js';
import { endDueHolds, remindOfHolds } from './holds.js';

jest.setTimeout(120_000);

const TODAY = todayInIndia();
/** Far enough that no test is near another one. */
let next = addDays(TODAY, 30);
const freshDay = (gap = 20) => {
  next = addDays(next, gap);
  return next;
};
const wedding = (startsOn: string, more: object = {}) => ({
  ...{ kind: 'booking', title: 'Asha and Ravi', cityId: '1' },
  ...{ startsOn, endsBefore: addDays(startsOn, 1) },
  ...more,
});

/** `PIPELINE_ROWS=20000` is the whole volume. */
const ROWS = Number(process.env.PIPELINE_ROWS ?? 3000);

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let editor: Record<string, string>;
  let admin: Record<string, string>;
  beforeAll(async () => {
    next = addDays(TODAY, 30);
    api = await testApp(engine);
    editor = { cookie: await api.cookieOf('editor') };
    admin = { cookie: await api.cookieOf('admin') };
  });
  afterAll(() => api.close());

  const send = (method: string, path: string, json?: object, headers = editor) =>
    api.call(method, path, { headers, ...(json ? { json } : {}) });
  const book = (json: object, headers = editor) => send('POST', '/api/bookings', json, headers);
  const booked = async (json: object, headers = editor): Promise<Booking> => {
    const response = await book(json, headers);
    expect({ status: response.status, text: await response.clone().text() }).toMatchObject({ status: 201 });
    return jsonOf(response);
  };
  const change = (booking: Booking, json: object, headers = editor) =>
    send('PUT', `/api/bookings/${booking._id}`, { version: booking.version, ...json }, headers);
  const daysFrom = async (from: string, count: number, city = '1') => {
    const query = `from=${from}&to=${addDays(from, count)}&city=${city}`;
    return calendarDaysSchema.parse(await jsonOf(await send('GET', `/api/calendar/days?${query}`))).days;
  };
  /** Lets a hold end, as if its last day had been yesterday. */
  const letEnd = (id: string) =>
    api.db
      .updateTable('bookings')
      .set({ held_until: addDays(TODAY, -1) })
      .where('id', '=', id)
      .execute();

  it('CAL-3 200 parallel bookings of one day never exceed its capacity', async () => {
    const day = freshDay();
    const attempts = Array.from({ length: 200 }, () => book(wedding(day)).then(({ status }) => status));
    const statuses = await Promise.all(attempts);
    expect(statuses.filter((status) => status === 201).length).toBe(2);
    // A request that waits too long for a connection is refused with 503.
    expect(statuses.filter((status) => status === 409 || status === 503).length).toBe(198);
    expect((await daysFrom(day, 1))[0]?.taken).toBe(2);
  });

  it('CAL-3 parallel bookings of several days and moves between them never exceed any day', async () => {
    const first = freshDay();
    const range = (at: number) => ({
      startsOn: addDays(first, at % 5),
      endsBefore: addDays(first, (at % 5) + 1 + (at % 3)),
    });
    const elsewhere = await Promise.all(
      Array.from({ length: 6 }, (_, at) => booked(wedding(addDays(first, 8 + Math.floor(at / 2))))),
    );
    const attempts = [
      ...Array.from({ length: 60 }, (_, at) => book(wedding(first, range(at)))),
      ...elsewhere.map((booking, at) => change(booking, range(at + 1))),
    ];
    const statuses = new Set((await Promise.all(attempts)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect((await daysFrom(first, 12)).filter(({ taken, capacity }) => taken > capacity)).toEqual([]);
    expect((await daysFrom(first, 1))[0]?.taken).toBe(2);
  });

  it('CAL-3 names the days that are not free, and an admin may accept them with a reason', async () => {
    const day = freshDay();
    await booked(wedding(day));
    await booked(wedding(day));
    const refused = await book(wedding(addDays(day, -1), { endsBefore: addDays(day, 2) }));
    expect(refused.status).toBe(409);
    const problem = await jsonOf(refused);
    expect({ code: problem.code, days: problem.conflicts.map((each: { day: string }) => each.day) }).toEqual({
      code: 'not-free',
      days: [day],
    });
    const override = { reason: 'A second crew comes from Mumbai.' };
    expect((await book(wedding(day, { override }))).status).toBe(403);
    const accepted = await booked(wedding(day, { override }), admin);
    expect(accepted.overrideReason).toBe(override.reason);
    const [entry] = (await jsonOf(await send('GET', '/api/admin/audit?limit=1', undefined, admin))).entries;
    expect(entry.after.overrideReason).toBe(override.reason);
  });

  it('CAL-3 a booking does not block itself when it is moved, and a day may have its own capacity', async () => {
    const day = freshDay();
    const [one] = [await booked(wedding(day, { endsBefore: addDays(day, 2) })), await booked(wedding(day))];
    expect((await change(one, { startsOn: addDays(day, 1), endsBefore: addDays(day, 3) })).status).toBe(200);
    await booked(wedding(day));
    expect((await book(wedding(day))).status).toBe(409);
    expect((await send('PUT', `/api/cities/1/days/${day}`, { capacity: 3 }, admin)).status).toBe(200);
    expect((await book(wedding(day))).status).toBe(201);
  });

  it('CAL-3 a blocked day takes no booking, and a crew works on one booking a day', async () => {
    const day = freshDay();
    const crew = await jsonOf(await send('POST', '/api/crews', { name: `Crew ${engine}` }, admin));
    await booked(wedding(day, { crewId: crew._id }));
    const reasons = async (json: object) =>
      (await jsonOf(await book(json))).conflicts?.map((each: { reason: string }) => each.reason);
    expect(await reasons(wedding(day, { crewId: crew._id, cityId: '2' }))).toEqual(['crew']);
    await booked(wedding(addDays(day, 1), { kind: 'blocked', title: 'Diwali' }));
    expect(await reasons(wedding(addDays(day, 1)))).toEqual(['blocked']);
  });

  it('CAL-2 a hold keeps its days until its end, and its end is recorded once', async () => {
    const day = freshDay();
    const hold = await booked(wedding(day, { kind: 'hold', heldUntil: TODAY }));
    await booked(wedding(day));
    expect((await book(wedding(day))).status).toBe(409);
    await letEnd(hold._id);
    expect((await daysFrom(day, 1))[0]?.taken).toBe(1);
    await booked(wedding(day));
    expect(await endDueHolds(api.db)).toBe(0);
    const ended = await jsonOf(await send('GET', `/api/bookings/${hold._id}`));
    expect({ isExpired: ended.isExpired, version: ended.version }).toEqual({ isExpired: true, version: 2 });
    // Its days were given away, so it cannot become a booking.
    expect((await change(ended, { kind: 'booking' })).status).toBe(409);
  });

  it('CAL-2 reminds staff once of a hold that ends tomorrow, without the name of the client', async () => {
    const hold = await booked(wedding(freshDay(), { kind: 'hold', title: 'Secret', heldUntil: addDays(TODAY, 1) }));
    expect(await remindOfHolds(api.db)).toBeGreaterThan(0);
    expect(await remindOfHolds(api.db)).toBe(0);
    const messages = await api.db.selectFrom('outbox').selectAll().where('kind', '=', 'notice').execute();
    const own = messages.filter((each) => each.idempotency_key.startsWith(`hold-ends:${hold._id}:`));
    expect(own.length).toBe(1);
    expect(JSON.stringify(own)).not.toContain('Secret');
  });

  it('CAL-2 a hold becomes a booking on its own days, also by a booking for the same inquiry', async () => {
    const day = freshDay();
    const inquiry = await jsonOf(
      await api.call('POST', '/api/inquiries', { json: { name: 'Asha', eventType: 'wedding' } }),
    );
    const held = { kind: 'hold', heldUntil: day };
    const [first, second] = [
      await booked(wedding(day, held)),
      await booked(wedding(day, { ...held, inquiryId: inquiry._id })),
    ];
    const converted = await jsonOf(await change(first, { kind: 'booking' }));
    expect({ kind: converted.kind, heldUntil: converted.heldUntil }).toEqual({ kind: 'booking', heldUntil: null });
    await booked(wedding(day, { inquiryId: inquiry._id }));
    expect((await send('GET', `/api/bookings/${second._id}`)).status).toBe(404);
    expect((await daysFrom(day, 1))[0]?.taken).toBe(2);
  });

  describe('a booking for an inquiry that has a hold', () => {
    let day: string;
    let held: (more?: object) => Promise<Booking>;
    let bookInquiry: (startsOn: string, more?: object) => Promise<Booking & { replacedHolds: unknown }>;
    beforeEach(async () => {
      day = freshDay(5);
      const { rows } = await sql<{ id: string }>`
        insert into inquiries (name, event_type, message, quarantined, network)
        values ('Asha', 'wedding', '', false, '203.0.113.9') returning id`.execute(api.db);
      const inquiryId = rows[0]?.id;
      const hold = { kind: 'hold', heldUntil: day, inquiryId, endsBefore: addDays(day, 3), notes: 'Advance discussed' };
      held = (more = {}) => booked(wedding(day, { ...hold, ...more }));
      bookInquiry = async (startsOn, more = {}) =>
        (await booked(wedding(startsOn, { inquiryId, ...more }))) as Booking & { replacedHolds: unknown };
    });
    const holds = async () => {
      const page = await jsonOf(await send('GET', `/api/bookings?from=${day}&to=${addDays(day, 3)}`));
      return bookingPageSchema.parse(page).bookings.filter(({ kind }) => kind === 'hold');
    };
    const rangesOf = (bookings: Booking[]) => bookings.map(({ startsOn, endsBefore }) => [startsOn, endsBefore]);

    it('CAL-2 leaves the hold its other days and its notes, and says so', async () => {
      await held();
      const booking = await bookInquiry(day);
      expect(rangesOf(await holds())).toEqual([[addDays(day, 1), addDays(day, 3)]]);
      expect(booking.replacedHolds).toEqual([{ startsOn: day, endsBefore: addDays(day, 3), isEnded: false }]);
      expect([booking, ...(await holds())].map(({ notes }) => notes)).toEqual(Array(2).fill('Advance discussed'));
      expect((await daysFrom(day, 3)).map(({ taken }) => taken)).toEqual([1, 1, 1]);
    });

    it('CAL-2 on its middle day leaves two holds, with the ceremonies of their days', async () => {
      const ceremonies = [0, 1, 2].map((at) => ({ name: `Day ${at}`, day: addDays(day, at), startsAt: '10:00' }));
      await held({ ceremonies });
      const booking = await bookInquiry(addDays(day, 1));
      expect(rangesOf(await holds())).toEqual([
        [day, addDays(day, 1)],
        [addDays(day, 2), addDays(day, 3)],
      ]);
      const [before, after] = await holds();
      const names = [before, booking, after].map((each) => each?.ceremonies.map(({ name }) => name));
      expect(names).toEqual([['Day 0'], ['Day 1'], ['Day 2']]);
      expect((await daysFrom(day, 3)).map(({ taken }) => taken)).toEqual([1, 1, 1]);
    });

    it('CAL-2 keeps ceremonies of its days that the booking does not name itself', async () => {
      const ceremony = (name: string, at: number, startsAt: string) => ({ name, day: addDays(day, at), startsAt });
      await held({ ceremonies: [ceremony('Haldi', 0, '09:00'), ceremony('Wedding', 1, '17:00')] });
      const named = [ceremony('Wedding', 1, '18:30')];
      const booking = await bookInquiry(day, { endsBefore: addDays(day, 2), ceremonies: named });
      expect(booking.ceremonies.map(({ name, startsAt }) => `${name} ${startsAt}`)).toEqual([
        'Wedding 18:30',
        'Haldi 09:00',
      ]);
    });

    it('CAL-1 CAL-2 is refused when its notes are too long with those of the hold, which stays', async () => {
      await held({ notes: 'h'.repeat(3000) });
      const { inquiryId, ...hold } = (await holds())[0] as Booking;
      const json = { inquiryId, endsBefore: addDays(day, 3), notes: 'b'.repeat(2000) };
      const response = await book(wedding(day, json));
      expect(response.status).toBe(422);
      expect((await jsonOf(response)).errors.map(({ field }: { field: string }) => field)).toEqual(['notes']);
      expect((await holds())[0]).toEqual({ ...hold, inquiryId });
      expect((await booked(wedding(day, { ...json, notes: 'b'.repeat(1998) }))).notes.length).toBe(5000);
    });

    it('CAL-1 CAL-2 is refused when it has too many ceremonies with those of the hold', async () => {
      const named = (name: string) =>
        Array.from({ length: 11 }, (_, at) => ({ name: `${name} ${at}`, day, startsAt: '10:00' }));
      const { inquiryId } = await held({ ceremonies: named('Held') });
      const response = await book(wedding(day, { inquiryId, ceremonies: named('Booked') }));
      expect(response.status).toBe(422);
      expect((await jsonOf(response)).errors.map(({ field }: { field: string }) => field)).toEqual(['ceremonies']);
      const booking = await booked(wedding(day, { inquiryId, ceremonies: named('Booked').slice(2) }));
      expect(booking.ceremonies.length).toBe(20);
    });

    it('CAL-2 on all of its days ends the hold and keeps both notes', async () => {
      await held();
      const booking = await bookInquiry(day, { endsBefore: addDays(day, 4), notes: 'Paid' });
      expect(await holds()).toEqual([]);
      expect(booking.notes).toBe('Paid\n\nAdvance discussed');
      expect(booking.replacedHolds).toEqual([{ startsOn: day, endsBefore: addDays(day, 3), isEnded: true }]);
    });
  });

  describe('a booking for an inquiry whose hold has a crew', () => {
    let day: string;
    let crewId: string;
    let inquiryId: string;
    beforeEach(async () => {
      day = freshDay(5);
      const crew = await jsonOf(await send('POST', '/api/crews', { name: `Crew ${day} ${engine}` }, admin));
      crewId = crew._id;
      const { rows } = await sql<{ id: string }>`
        insert into inquiries (name, event_type, message, quarantined, network)
        values ('Asha', 'wedding', '', false, '203.0.113.9') returning id`.execute(api.db);
      inquiryId = rows[0]?.id as string;
      await booked(wedding(day, { kind: 'hold', heldUntil: day, inquiryId, crewId }));
    });

    it('CAL-2 takes over the crew', async () => {
      const booking = await booked(wedding(day, { inquiryId }));
      expect(booking.crewId).toBe(crewId);
    });

    it('CAL-2 keeps a crew of its own', async () => {
      const other = await jsonOf(await send('POST', '/api/crews', { name: `Other ${day} ${engine}` }, admin));
      const booking = await booked(wedding(day, { inquiryId, crewId: other._id }));
      expect(booking.crewId).toBe(other._id);
    });

    it('CAL-2 leaves the crew open if that is archived', async () => {
      await send('PUT', `/api/crews/${crewId}`, { isArchived: true }, admin);
      const booking = await booked(wedding(day, { inquiryId }));
      expect(booking.crewId).toBeNull();
    });

    it('CAL-2 leaves the crew open if that is busy on another of its days', async () => {
      await booked(wedding(addDays(day, 1), { crewId }));
      const booking = await booked(wedding(day, { inquiryId, endsBefore: addDays(day, 2) }));
      expect(booking.crewId).toBeNull();
    });
  });

  it('CAL-1 refuses a change of an old version, and restores a deleted booking only on free days', async () => {
    const day = freshDay();
    const booking = await booked(wedding(day));
    expect((await change(booking, { notes: 'Two drones' })).status).toBe(200);
    const late = await change(booking, { notes: 'No drones' });
    expect(late.status).toBe(409);
    expect((await jsonOf(late)).current.notes).toBe('Two drones');
    expect((await send('DELETE', `/api/bookings/${booking._id}?version=2`)).status).toBe(204);
    await Promise.all([booked(wedding(day)), booked(wedding(day))]);
    expect((await send('POST', `/api/bookings/${booking._id}/restore`)).status).toBe(409);
  });

  describe('a booking that an admin accepted on a full day', () => {
    let day: string;
    let accepted: Booking;
    const reason = 'A second crew';
    beforeEach(async () => {
      day = freshDay(5);
      await Promise.all([booked(wedding(day)), booked(wedding(day))]);
      accepted = await booked(wedding(day, { override: { reason } }), admin);
    });
    const restore = (headers = editor) => send('POST', `/api/bookings/${accepted._id}/restore`, undefined, headers);

    it('CAL-3 is restored with its reason by the editor who deleted it', async () => {
      await send('DELETE', `/api/bookings/${accepted._id}?version=1`);
      expect((await jsonOf(await restore())).overrideReason).toBe(reason);
    });

    it('CAL-3 is restored by an admin, but not by an editor who did not delete it', async () => {
      await send('DELETE', `/api/bookings/${accepted._id}?version=1`, undefined, admin);
      expect((await restore()).status).toBe(409);
      expect((await jsonOf(await restore(admin))).overrideReason).toBe(reason);
    });

    it('CAL-3 is moved back by the editor who moved it away, and by nobody else without a reason', async () => {
      const away = { startsOn: addDays(day, 1), endsBefore: addDays(day, 2) };
      const back = { startsOn: day, endsBefore: addDays(day, 1) };
      const moved = await jsonOf(await change(accepted, away));
      expect((await change(moved, back, admin)).status).toBe(409);
      const returned = await change(moved, back);
      expect((await jsonOf(returned)).overrideReason).toBe(reason);
    });

    it('CAL-3 that was a hold and ended is not renewed with the old reason by an editor', async () => {
      const hold = { kind: 'hold', heldUntil: addDays(TODAY, 1) };
      const held = await booked(wedding(day, { ...hold, override: { reason } }), admin);
      const noted: Booking = await jsonOf(await change(held, { notes: 'Calls on Monday' }));
      await letEnd(held._id);
      const renewed = await change(noted, { heldUntil: addDays(TODAY, 2) });
      expect((await jsonOf(renewed)).code).toBe('not-free');
    });
  });

  it('CAL-1 a retry of an addition with the same Idempotency-Key adds nothing, also where no day is free', async () => {
    const headers = { ...editor, 'idempotency-key': `booking-${engine}-1` };
    const block = wedding(freshDay(), { kind: 'blocked' });
    const first = await booked(block, headers);
    const retries = await Promise.all([0, 1, 2].map(() => booked(block, headers)));
    expect(retries).toEqual([first, first, first]);
    const day = freshDay();
    const twice = { ...editor, 'idempotency-key': `booking-${engine}-2` };
    const made = await Promise.all([0, 1].map(() => booked(wedding(day), twice)));
    expect(made[0]).toEqual(made[1]);
    expect((await daysFrom(day, 1))[0]?.taken).toBe(1);
    const entries = await api.db.selectFrom('audit').selectAll().where('action', '=', 'bookings.create').execute();
    expect(entries.filter(({ entity_id }) => entity_id === made[0]?._id)).toHaveLength(1);
    const other = await booked(wedding(day), { ...editor, 'idempotency-key': `booking-${engine}-3` });
    expect(other._id).not.toBe(made[0]?._id);
    expect((await book(wedding(day), { ...editor, 'idempotency-key': 'short' })).status).toBe(422);
  });

  it.each([
    [{ endsBefore: '2030-03-01' }, 'endsBefore', 'The last day must not be before the first day.'],
    [{ endsBefore: '2030-06-01' }, 'endsBefore', 'Please choose at most 60 days.'],
    [{ kind: 'hold' }, 'heldUntil', 'Please choose until when the days are held.'],
    [{ kind: 'hold', heldUntil: '2020-01-01' }, 'heldUntil', 'Please choose today or a later date.'],
    [{ cityId: '999' }, 'cityId', 'Please choose a city.'],
    [{ crewId: '999' }, 'crewId', 'Please choose a crew.'],
    [{ inquiryId: '999' }, 'inquiryId', 'This inquiry was deleted.'],
    [
      { ceremonies: [{ name: 'Haldi', day: '2030-03-05', startsAt: '10:00' }] },
      'ceremonies.0.day',
      'Please choose one of the booked days.',
    ],
  ])('CAL-1 says what is wrong with %j', async (more, field, message) => {
    const response = await book(wedding('2030-03-01', more));
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors).toEqual([{ field, message }]);
  });

  it('CAL-4 each day has its inquiries and its muhurat, and a booking of two months is in both', async () => {
    const date = '2031-01-31';
    await api.call('POST', '/api/inquiries', {
      json: { name: 'A', eventType: 'wedding', eventDate: date, elapsedMs: 9000 },
    });
    const { version } = await jsonOf(await send('GET', '/api/muhurats/2031'));
    const json = { days: [{ day: date, name: 'Vivah' }], version };
    expect((await send('PUT', '/api/muhurats/2031', json)).status).toBe(200);
    expect((await send('PUT', '/api/muhurats/2031', { days: [], version })).status).toBe(409);
    const [day] = await daysFrom(date, 1);
    await api.call('POST', '/api/inquiries', {
      json: { name: 'B', eventType: 'wedding', eventDate: '2031-01-30', eventEndDate: '2031-02-01', elapsedMs: 9000 },
    });
    expect((await daysFrom('2031-01-29', 5)).map(({ inquiries }) => inquiries)).toEqual([0, 1, 2, 1, 0]);
    expect((await daysFrom('2031-02-01', 1)).map(({ inquiries }) => inquiries)).toEqual([1]);
    expect({ inquiries: day?.inquiries, muhurat: day?.muhurat }).toEqual({ inquiries: 1, muhurat: 'Vivah' });
    await booked(wedding('2031-01-30', { endsBefore: '2031-02-02' }));
    for (const [from, to] of [
      ['2031-01-01', '2031-02-01'],
      ['2031-02-01', '2031-03-01'],
    ]) {
      const page = bookingPageSchema.parse(await jsonOf(await send('GET', `/api/bookings?from=${from}&to=${to}`)));
      expect(page.bookings.map(({ startsOn }) => startsOn)).toEqual(['2031-01-30']);
    }
    const afterwards = await jsonOf(await send('GET', '/api/bookings?from=2031-02-02&to=2031-03-01'));
    expect(afterwards.bookings).toEqual([]);
  });

  it('CAL-6 visitors read one of three words for a day, and nothing else', async () => {
    const day = freshDay();
    const word = async () => {
      const availability = await jsonOf(await api.call('GET', '/api/availability'));
      expect(Object.keys(availability)).toEqual(['from', 'days']);
      expect(availability.days).toMatch(/^[ona]+$/);
      return availabilityOf(availability, day);
    };
    expect(await word()).toBe('Open');
    // Two cities with two crews each.
    for (const cityId of ['1', '1', '2']) await booked(wedding(day, { cityId, title: 'Secret name' }));
    expect(await word()).toBe('Nearly full');
    await booked(wedding(day, { cityId: '2' }));
    expect(await word()).toBe('Ask us');
    const availability = await jsonOf(await api.call('GET', '/api/availability'));
    expect(availabilityOf(availability, addDays(TODAY, 900))).toBe('Ask us');
    expect(availabilityOf(availability, addDays(day, -1), addDays(day, 1))).toBe('Ask us');
  });

  it('CAL-5 a subscription is a valid calendar, which a second implementation reads', async () => {
    const day = freshDay();
    const title = 'आशा और रवि, विवाह; "गोधूलि" '.repeat(4).trim();
    const ceremonies = [{ name: 'Haldi', day, startsAt: '22:00', endsAt: '01:30', place: 'Wada, Pune' }];
    const booking = await booked(
      wedding(day, { title, endsBefore: addDays(day, 3), ceremonies, notes: 'Call +91 98220 12345' }),
    );
    const { path, _id } = await jsonOf(await send('POST', '/api/calendar/feeds'));
    const read = async () => (await api.call('GET', path)).text();
    const file = await read();
    const longest = Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBe(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file).not.toContain('98220');
    const events = (text: string) =>
      new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents('vevent')
        .map((event) => ({ event: new ICAL.Event(event), status: event.getFirstPropertyValue('status') }));
    const ours = (text: string) => events(text).filter(({ event }) => event.summary?.endsWith(title));
    const [whole, part] = ours(file);
    expect(whole?.event.startDate.toString()).toBe(day);
    expect(whole?.event.endDate.toString()).toBe(addDays(day, 3));
    expect(whole?.event.sequence).toBe(0);
    expect(part?.event.startDate.toString()).toBe(`${day}T16:30:00Z`);
    expect(part?.event.endDate.toString()).toBe(`${day}T20:00:00Z`);
    await change(booking, { startsOn: addDays(day, 5), endsBefore: addDays(day, 6), ceremonies: [] });
    const [moved] = ours(await read());
    expect(moved?.event.uid).toBe(whole?.event.uid);
    expect(moved?.event.sequence).toBe(1);
    await send('DELETE', `/api/bookings/${booking._id}?version=2`);
    expect(ours(await read()).map(({ status }) => status)).toEqual(['CANCELLED']);
    expect((await send('DELETE', `/api/calendar/feeds/${_id}`)).status).toBe(204);
    expect((await api.call('GET', path)).status).toBe(404);
    const { token_hash } = await api.db
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(path).not.toContain(token_hash);
  });

  it('CAL-5 an import is previewed, names the line of each error, and adds nothing twice', async () => {
    const day = freshDay();
    const compact = (date: string) => date.replaceAll('-', '');
    const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
    const days = (from: string, to: string) => [
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(to)}`,
    ];
    const file = [
      'BEGIN:VCALENDAR',
      ...event(`a-${engine}`, ...days(day, addDays(day, 2)), 'SUMMARY:Meera\\, wedd', ' ing'),
      ...event(`b-${engine}`, `DTSTART:${compact(day)}T200000Z`, 'SUMMARY:Late show'),
      ...event(`c-${engine}`, ...days(day, addDays(day, 1)), 'SUMMARY:Full now'),
      ...event(`d-${engine}`, `DTSTART:${compact(day)}`, 'RRULE:FREQ=DAILY', 'SUMMARY:Repeats'),
      ...event(`e-${engine}`, 'DTSTART:20300230', 'SUMMARY:No such day'),
      'END:VCALENDAR',
    ].join('\r\n');
    await booked(wedding(day));
    const load = async (more: object = {}) =>
      jsonOf(await send('POST', '/api/calendar/import', { file, cityId: '1', ...more }));
    const expectedErrors = [
      { line: 14, message: expect.stringContaining('is full on') },
      { line: 23, message: expect.stringContaining('Repeating events') },
      { line: 28, message: expect.stringContaining('Please use a date') },
    ];
    const preview = await load({ isPreview: true });
    expect(preview.errors).toEqual(expectedErrors);
    expect((await daysFrom(day, 1))[0]?.taken).toBe(1);
    const { events, errors } = await load();
    expect(errors).toEqual(expectedErrors);
    expect(
      events.map((each: { title: string; startsOn: string; result: string }) => [
        each.title,
        each.startsOn,
        each.result,
      ]),
    ).toEqual([
      ['Meera, wedding', day, 'new'],
      // 20:00 in UTC is the next day in India.
      ['Late show', addDays(day, 1), 'new'],
    ]);
    const again = await load();
    expect(again.events.map((each: { result: string }) => each.result)).toEqual(['unchanged', 'unchanged']);
    expect((await daysFrom(day, 2)).map(({ taken }) => taken)).toEqual([2, 2]);
    const other = await load({ file: 'Name,Date\nMeera,2030-01-01' });
    expect(other).toEqual({ events: [], errors: [{ line: 1, message: 'This file is not an iCalendar file (.ics).' }] });
  });

  it('CAL-5 an import lists 100 errors, counts the others, and first says that it leaves out events', async () => {
    const day = freshDay().replaceAll('-', '');
    const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
    const wrong = Array.from({ length: 120 }, (_, index) => event(`UID:wrong-${index}-${engine}`)).flat();
    const right = Array.from({ length: 501 }, (_, index) =>
      event(`UID:right-${index}-${engine}`, `DTSTART:${day}`, 'SUMMARY:Right', 'STATUS:CANCELLED'),
    ).flat();
    const file = ['BEGIN:VCALENDAR', ...wrong, ...right, 'END:VCALENDAR'].join('\r\n');
    const { errors, errorCount } = await jsonOf(await send('POST', '/api/calendar/import', { file, cityId: '1' }));
    expect(errors.length).toBe(100);
    expect(errors[0]).toEqual({
      line: 1,
      message: 'A file may have at most 500 events. Those from line 3362 on are not imported.',
    });
    expect(errors[1]).toEqual({ line: 2, message: 'This event has no start (DTSTART).' });
    expect(errors[99]).toEqual({ line: 296, message: '22 more errors from this line on.' });
    expect(errorCount).toBe(121);
  });

  describe('a newer version of an imported file', () => {
    let day: string;
    let uid: string;
    let crewId: string | null;
    beforeEach(() => {
      day = freshDay(5);
      uid = `${day}-${engine}`;
      crewId = null;
    });
    const loadEvent = async (title: string, ...lines: string[]) => {
      const event = ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, ...lines, 'END:VEVENT'];
      const file = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n');
      const { events } = await jsonOf(await send('POST', '/api/calendar/import', { file, cityId: '1', crewId }));
      return events[0] as { result: string; kept?: string[] };
    };
    const load = async (...lines: string[]) => (await loadEvent('Meera', ...lines)).result;
    const on = (date: string) => `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`;
    const at = (clock: string, date = day) => `DTSTART:${date.replaceAll('-', '')}T${clock}00`;
    const stored = async (): Promise<Booking> => {
      const query = `from=${day}&to=${addDays(day, 1)}`;
      return bookingPageSchema.parse(await jsonOf(await send('GET', `/api/bookings?${query}`))).bookings[0] as Booking;
    };

    it('CAL-5 changes the time and the place, and only once', async () => {
      await load(at('1000'), 'LOCATION:Temple');
      const [before] = (await stored()).ceremonies;
      expect(await load(at('1800'), 'LOCATION:Lawn')).toBe('changed');
      expect((await stored()).ceremonies).toEqual([{ ...before, startsAt: '18:00', place: 'Lawn' }]);
      expect(await load(at('1800'), 'LOCATION:Lawn')).toBe('unchanged');
    });

    it('CAL-5 shortens a long title, ceremony name and place without half an emoji', async () => {
      const title = `${'x'.repeat(119)}💐${'y'.repeat(38)}`;
      expect(await loadEvent(`${title}💐`, at('1000'), `LOCATION:${'z'.repeat(199)}💐`)).toMatchObject({
        result: 'new',
      });
      const booking = await stored();
      expect(booking.title).toBe(title);
      expect(booking.ceremonies).toMatchObject([{ name: 'x'.repeat(119), place: 'z'.repeat(199) }]);
    });

    it('CAL-5 gives a time an end only if it is within a day', async () => {
      const endsAt = async (date: string, clock: string) => {
        await load(at('1800'), `DTEND:${date.replaceAll('-', '')}T${clock}00`);
        return (await stored()).ceremonies.map((each) => each.endsAt);
      };
      expect(await endsAt(day, '2200')).toEqual(['22:00']);
      expect(await endsAt(addDays(day, 1), '0130')).toEqual(['01:30']);
      expect(await endsAt(addDays(day, 2), '2300')).toEqual([null]);
    });

    it('CAL-5 changes the title and the days', async () => {
      await loadEvent('Meera', on(day));
      expect(await loadEvent('Meera and Nisha', on(addDays(day, 1)))).toMatchObject({ result: 'changed' });
      day = addDays(day, 1);
      expect(await stored()).toMatchObject({ title: 'Meera and Nisha', startsOn: day });
    });

    it('CAL-5 keeps the title and the days that staff changed, and says so if the file has others', async () => {
      await loadEvent('Meera', on(day));
      await change(await stored(), { title: 'Meera Kale', endsBefore: addDays(day, 2) });
      expect(await loadEvent('Meera', on(day))).toMatchObject({ result: 'unchanged', kept: ['title', 'days'] });
      expect(await stored()).toMatchObject({ title: 'Meera Kale', endsBefore: addDays(day, 2) });
    });

    it('CAL-5 changes the title although staff changed the days', async () => {
      await loadEvent('Meera', on(day));
      await change(await stored(), { endsBefore: addDays(day, 2) });
      expect(await loadEvent('Meera K', on(day))).toMatchObject({ result: 'changed', kept: ['days'] });
      expect(await stored()).toMatchObject({ title: 'Meera K', endsBefore: addDays(day, 2) });
    });

    it('CAL-5 follows the file again once staff entered what it has', async () => {
      await loadEvent('Meera', on(day));
      await change(await stored(), { title: 'Meera Kale' });
      await loadEvent('Meera Kale', on(day));
      expect(await loadEvent('Meera Rao', on(day))).toMatchObject({ result: 'changed' });
      expect((await stored()).title).toBe('Meera Rao');
    });

    it('CAL-5 keeps the days of times that staff changed and that would not be on the new days', async () => {
      await load(at('1000'));
      const booking = await stored();
      await change(booking, { ceremonies: booking.ceremonies.map((each) => ({ ...each, startsAt: '11:00' })) });
      const result = await loadEvent('Meera', on(addDays(day, 1)));
      expect(result).toMatchObject({ result: 'unchanged', kept: ['days'] });
      expect((await stored()).ceremonies.map(({ startsAt }) => startsAt)).toEqual(['11:00']);
    });

    it('CAL-5 changes times that it had kept only because of the days that staff changed', async () => {
      await load(at('1000'));
      await change(await stored(), { endsBefore: addDays(day, 3) });
      expect((await loadEvent('Meera', at('1000', addDays(day, 4)))).kept).toEqual(['days', 'times']);
      expect((await loadEvent('Meera', at('1200'))).kept).toEqual(['days']);
      expect((await stored()).ceremonies.map(({ startsAt }) => startsAt)).toEqual(['12:00']);
    });

    it('CAL-5 changes days that it had kept only because of the times that staff changed', async () => {
      await load(at('1000'));
      const booking = await stored();
      await change(booking, { ceremonies: booking.ceremonies.map((each) => ({ ...each, startsAt: '11:00' })) });
      expect((await loadEvent('Meera', on(addDays(day, 1)))).kept).toEqual(['days']);
      const until = on(addDays(day, 3)).replace('DTSTART', 'DTEND');
      expect(await loadEvent('Meera', on(day), until)).toMatchObject({ result: 'changed', kept: [] });
      expect((await stored()).endsBefore).toBe(addDays(day, 3));
    });

    it('CAL-5 gives no time to a booking that staff moved away from the day of the event', async () => {
      await loadEvent('Meera', on(day));
      const moved = { startsOn: addDays(day, 1), endsBefore: addDays(day, 2) };
      await change(await stored(), moved);
      expect(await loadEvent('Meera', at('1000'))).toMatchObject({ result: 'unchanged', kept: ['days', 'times'] });
      day = addDays(day, 1);
      expect(await stored()).toMatchObject({ ...moved, ceremonies: [] });
    });

    it('CAL-5 that cancels an event removes its booking, and says so', async () => {
      await loadEvent('Meera', on(day));
      const result = await loadEvent('Meera', on(day), 'STATUS:CANCELLED');
      expect(result).toMatchObject({ result: 'changed', isRemoved: true });
      expect(await stored()).toBeUndefined();
    });

    describe('imported with a crew', () => {
      const newCrew = async (name: string): Promise<string> =>
        (await jsonOf(await send('POST', '/api/crews', { name: `${name} ${day} ${engine}` }, admin)))._id;
      beforeEach(async () => {
        crewId = await newCrew('Imported');
        await loadEvent('Meera', on(day));
      });

      it('CAL-5 that cancels an event removes a booking with the crew of the import', async () => {
        const result = await loadEvent('Meera', on(day), 'STATUS:CANCELLED');
        expect(result).toMatchObject({ result: 'changed', isRemoved: true });
      });

      it('CAL-5 that cancels an event keeps a booking with a crew that staff chose', async () => {
        await change(await stored(), { crewId: await newCrew('Chosen') });
        const result = await loadEvent('Meera', on(day), 'STATUS:CANCELLED');
        expect(result).toMatchObject({ result: 'unchanged', kept: ['cancelled'] });
      });
    });

    it('CAL-5 that cancels an event keeps a booking with notes of staff, and says so', async () => {
      await loadEvent('Meera', on(day));
      await change(await stored(), { notes: 'Advance paid' });
      const result = await loadEvent('Meera', on(day), 'STATUS:CANCELLED');
      expect(result).toMatchObject({ result: 'unchanged', kept: ['cancelled'] });
      expect((await stored()).notes).toBe('Advance paid');
    });

    it('CAL-5 does not add a booking again that staff deleted, and says so', async () => {
      await loadEvent('Meera', on(day));
      const { _id, version } = await stored();
      await send('DELETE', `/api/bookings/${_id}?version=${version}`);
      expect(await loadEvent('Meera', on(day))).toMatchObject({ result: 'unchanged', kept: ['deleted'] });
      expect(await stored()).toBeUndefined();
    });

    it('CAL-5 gives a time to an event that had none, and keeps it without one', async () => {
      await load(on(day));
      expect(await load(at('1800'))).toBe('changed');
      expect(await load(on(day))).toBe('unchanged');
      expect((await stored()).ceremonies.map(({ startsAt }) => startsAt)).toEqual(['18:00']);
      expect(await load(at('1900'))).toBe('changed');
    });

    it('CAL-5 keeps the times that staff changed', async () => {
      await load(at('1000'));
      const booking = await stored();
      await change(booking, { ceremonies: booking.ceremonies.map((each) => ({ ...each, startsAt: '11:00' })) });
      expect(await load(at('1800'))).toBe('unchanged');
      expect((await stored()).ceremonies.map(({ startsAt }) => startsAt)).toEqual(['11:00']);
    });

    describe('with a client who was erased', () => {
      beforeEach(async () => {
        await load(at('1000'));
        const { rows } = await sql<{ id: string }>`
          insert into inquiries (name, event_type, message, quarantined, network, anonymised_at)
          values (${ERASED}, 'wedding', '', false, '', now()) returning id`.execute(api.db);
        await sql`
          update bookings set title = ${ERASED}, ceremonies = '[]', imported_title = null, imported_ceremonies = null,
            inquiry_id = ${rows[0]?.id}, erased_at = now()
          where uid = ${uid}`.execute(api.db);
      });

      it('CAL-5 PRIV-4 does not bring back the name and the times', async () => {
        expect(await load(at('1800'))).toBe('unchanged');
        expect(await stored()).toMatchObject({ title: ERASED, ceremonies: [] });
      });

      it('CAL-5 PRIV-4 moves the booking, without the name and the times', async () => {
        const days = [day, addDays(day, 2)].map((date) => date.replaceAll('-', ''));
        expect(await load(`DTSTART:${days[0]}T100000`, `DTEND:${days[1]}T120000`)).toBe('changed');
        expect(await stored()).toMatchObject({ endsBefore: addDays(day, 3), title: ERASED, ceremonies: [] });
      });

      it('CAL-5 PRIV-4 removes the imported title that an erasure by an older version left', async () => {
        await api.db.updateTable('bookings').set({ imported_title: 'Meera' }).where('uid', '=', uid).execute();
        await load(at('1000'));
        const row = api.db.selectFrom('bookings').select('imported_title').where('uid', '=', uid);
        expect(await row.executeTakeFirst()).toEqual({ imported_title: null });
      });

      it('CAL-5 PRIV-4 keeps the title that staff gave the booking since', async () => {
        await change(await stored(), { title: 'Archive 12' });
        expect(await load(at('1800'))).toBe('unchanged');
        expect(await stored()).toMatchObject({ title: 'Archive 12', ceremonies: [] });
      });

      it.each([
        ['without its inquiry', { inquiryId: null, title: 'Nandini' }],
        ['with its inquiry', { title: 'Nandini' }],
        ['with notes', { notes: 'Now for Nandini' }],
      ])('CAL-5 keeps a cancelled booking that staff use for somebody else since, %s', async (_, since) => {
        await change(await stored(), since);
        const result = await loadEvent('Meera', on(day), 'STATUS:CANCELLED');
        expect(result).toMatchObject({ result: 'unchanged', kept: ['cancelled'] });
      });

      it('CAL-5 PRIV-4 removes a cancelled booking of an erased client', async () => {
        expect(await loadEvent('Meera', on(day), 'STATUS:CANCELLED')).toMatchObject({ result: 'changed' });
        expect(await stored()).toBeUndefined();
      });

      it('CAL-5 PRIV-4 does not bring back the name when the booking has no inquiry any more', async () => {
        await change(await stored(), { inquiryId: null });
        expect(await load(at('1800'))).toBe('unchanged');
        expect((await stored()).title).toBe(ERASED);
      });
    });

    it('CAL-5 changes the times of a booking that staff call like one of an erased client', async () => {
      await load(at('1000'));
      await change(await stored(), { title: ERASED });
      expect(await load(at('1800'))).toBe('changed');
      expect((await stored()).ceremonies.map(({ startsAt }) => startsAt)).toEqual(['18:00']);
    });

    it('CAL-5 does not add a ceremony again that staff removed', async () => {
      await load(at('1000'));
      await change(await stored(), { ceremonies: [] });
      expect(await load(at('1000'))).toBe('unchanged');
      expect((await stored()).ceremonies).toEqual([]);
    });
  });

  it('CAL-5 imports of one file at the same moment add its events once', async () => {
    const day = freshDay().replaceAll('-', '');
    const event = ['BEGIN:VEVENT', `UID:once-${engine}`, `DTSTART:${day}`, 'SUMMARY:Once', 'END:VEVENT'];
    const file = ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n');
    const load = async (cityId: string) => send('POST', '/api/calendar/import', { file, cityId });
    const responses = await Promise.all(['1', '2', '1', '2', '1', '2'].map(load));
    const bodies = await Promise.all(responses.map((response) => jsonOf(response)));
    const results = bodies.map(({ events, detail }) => events?.[0].result ?? detail);
    expect(results.toSorted()).toEqual(['new', ...Array(5).fill('unchanged')]);
  });

  it('CAL-5 other requests get responses while a long file is imported', async () => {
    const first = freshDay();
    const event = (index: number) => {
      const day = addDays(first, index).replaceAll('-', '');
      return ['BEGIN:VEVENT', `UID:long-${index}-${engine}`, `DTSTART:${day}`, 'SUMMARY:Long', 'END:VEVENT'];
    };
    const events = Array.from({ length: 100 }, (_, index) => event(index)).flat();
    const file = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n');
    // Cached from now on, so that it waits for no transaction.
    await api.call('GET', '/api/stats');
    let isImporting = true;
    const imported = send('POST', '/api/calendar/import', { file, cityId: '1', isPreview: true }).finally(() => {
      isImporting = false;
    });
    let responses = 0;
    while (isImporting) {
      await nextTurn();
      await api.call('GET', '/api/stats');
      if (isImporting) responses += 1;
    }
    expect((await imported).status).toBe(200);
    expect(responses).toBeGreaterThan(1);
  });

  describe('a file of our own subscription', () => {
    let day: string;
    beforeEach(() => {
      day = freshDay();
    });
    const feed = async () => {
      const { path, _id } = await jsonOf(await send('POST', '/api/calendar/feeds', undefined, admin));
      const file = await (await api.call('GET', path)).text();
      await send('DELETE', `/api/calendar/feeds/${_id}`, undefined, admin);
      return file;
    };
    const load = async (file: string): Promise<CalendarImportResult> =>
      jsonOf(await send('POST', '/api/calendar/import', { file, cityId: '1' }));
    const onDay = async (): Promise<Booking[]> => {
      const query = `from=${day}&to=${addDays(day, 1)}`;
      return bookingPageSchema.parse(await jsonOf(await send('GET', `/api/bookings?${query}`))).bookings;
    };
    const ceremonies = () => [{ name: 'Haldi', day, startsAt: '10:00' }];

    it('CAL-5 is skipped as a whole, also its ceremonies and long blocks', async () => {
      await booked(wedding(day, { ceremonies: ceremonies() }));
      await booked(wedding(addDays(TODAY, 3000), { kind: 'blocked', endsBefore: addDays(TODAY, 3100) }));
      const { events, errors } = await load(await feed());
      expect(errors).toEqual([]);
      expect(events.filter(({ isOurs }) => !isOurs)).toEqual([]);
      expect(await onDay()).toHaveLength(1);
    });

    it('CAL-5 that is older changes and removes nothing', async () => {
      const { _id, version } = await booked(wedding(day, { title: 'Old name' }));
      const file = await feed();
      const renamed = await jsonOf(await send('PUT', `/api/bookings/${_id}`, { version, title: 'New name' }));
      await load(file);
      await load(file.replaceAll('CONFIRMED', 'CANCELLED'));
      expect(await onDay()).toEqual([renamed]);
    });

    it('CAL-5 is recognised after another program has saved it', async () => {
      const event = [`UID:${day}-${engine}`, `DTSTART:${day.replaceAll('-', '')}T100000`, 'SUMMARY:Meera'];
      await load(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'));
      const before = await onDay();
      const { events } = await load((await feed()).replace('PRODID:-//Godhuli//Calendar//EN', 'PRODID:-//Other//EN'));
      expect(events.filter(({ result }) => result === 'new')).toEqual([]);
      expect(await onDay()).toEqual(before);
    });
  });

  it(`CAL-4 with ${ROWS} inquiries and ${ROWS / 10} bookings a month and a year are read at once`, async () => {
    const year = 2150;
    await sql`
      insert into inquiries (name, event_type, event_date, event_end_date, message, quarantined, network)
      select 'Meera ' || n, 'wedding', date '2150-01-01' + n % 365,
        case when n % 10 = 0 then date '2150-01-01' + n % 365 + 3 end, '', false, '203.0.113.9'
      from generate_series(1, ${ROWS}) n`.execute(api.db);
    await sql`
      insert into bookings (kind, title, city_id, created_by, starts_on, ends_before)
      select 'booking', 'Asha ' || n, 2, 'Asha', date '2150-01-01' + n % 360, date '2150-01-01' + n % 360 + 1 + n % 3
      from generate_series(1, ${ROWS / 10}) n`.execute(api.db);
    await sql`analyze inquiries`.execute(api.db);
    await sql`analyze bookings`.execute(api.db);
    const figures: string[] = [];
    for (const path of [
      `/api/bookings?from=${year}-02-01&to=${year}-03-01`,
      `/api/calendar/days?from=${year}-02-01&to=${year}-03-01`,
      `/api/calendar/days?from=${year}-01-01&to=${year + 1}-01-01`,
    ]) {
      const times: number[] = [];
      for (let count = 0; count < 20; count += 1) {
        const started = performance.now();
        const response = await send('GET', path);
        expect(response.status).toBe(200);
        await response.arrayBuffer();
        times.push(performance.now() - started);
      }
      const p95 = times.sort((a, b) => a - b)[18] ?? 0;
      figures.push(`${path} ${Math.round(p95)}`);
      // The goal of the month in the whole volume; a year has twelve of them, and a busy machine is slower.
      expect(p95).toBeLessThan(process.env.PIPELINE_ROWS && path.includes('-02-01') ? 100 : 2000);
    }
    process.stdout.write(`${engine}, ${ROWS} inquiries, ${ROWS / 10} bookings, p95 in ms: ${figures.join('; ')}\n`);
    await api.db.deleteFrom('bookings').where('starts_on', '>=', '2150-01-01').execute();
    await api.db.deleteFrom('inquiries').where('event_date', '>=', '2150-01-01').execute();
  }, 120_000);
});
