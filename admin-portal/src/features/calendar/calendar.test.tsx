import { addDays, type Booking, NOT_FREE, todayInIndia } from '@godhuli/contracts/calendar';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import './calendar-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleInquiry } from '../../testing/sample-data';
import { type Answer, ConnectionLost, never, problem, startTestServer } from '../../testing/test-server';

const TODAY = todayInIndia();
const MONTH = '2027-02';
const DAY = '2027-02-14';
const PATH = `/dashboard/calendar?view=month&month=${MONTH}`;
const settings = {
  cities: [
    { _id: '1', name: 'Ahilyanagar', capacity: 2, isArchived: false },
    { _id: '2', name: 'Pune', capacity: 2, isArchived: false },
  ],
  crews: [{ _id: '5', name: 'Crew A', cityId: null, isArchived: false }],
};

const sampleBooking = (change: Partial<Booking> = {}): Booking => ({
  ...{ _id: '7', kind: 'booking', title: 'Asha and Ravi', cityId: '1', crewId: null, inquiryId: null },
  ...{ startsOn: DAY, endsBefore: addDays(DAY, 1), heldUntil: null, ceremonies: [], notes: '', isExpired: false },
  ...{ overrideReason: null, createdBy: 'Asha', createdAt: '2026-11-01T10:00:00.000Z' },
  ...{ updatedAt: '2026-11-01T10:00:00.000Z', version: 3 },
  ...change,
});

/** Days of two months around the shown one, in which one day holds something. */
function sampleDays(from: string, to: string) {
  const days = [];
  for (let day = from; day < to; day = addDays(day, 1)) {
    const isSpecial = day === DAY;
    days.push({
      day,
      taken: isSpecial ? 1 : 0,
      capacity: 4,
      isBlocked: false,
      inquiries: isSpecial ? 3 : 0,
      muhurat: isSpecial ? 'Vivah' : null,
    });
  }
  return days;
}

function startCalendar(bookings: Booking[] = [sampleBooking()]) {
  const server = startTestServer({ inquiries: [sampleInquiry(4, { name: 'Meera Kale', eventDate: '2027-02-20' })] });
  const handle = server.handle.bind(server);
  server.on('GET /api/calendar/settings', { status: 200, body: settings });
  server.handle = async (method, path, body) => {
    const url = new URL(path, 'https://studio.test');
    const [from = '', to = ''] = [url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? ''];
    if (method === 'GET' && url.pathname === '/api/calendar/days') {
      return { status: 200, body: { today: TODAY, days: sampleDays(from, to) } };
    }
    if (method === 'GET' && url.pathname === '/api/bookings') return { status: 200, body: { bookings, next: null } };
    return handle(method, path, body);
  };
  return server;
}

const notFree = {
  status: 409,
  body: {
    ...{
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Ahilyanagar is full on 14 February 2027 (2 of 2).',
    },
    ...{
      code: NOT_FREE,
      conflicts: [{ day: DAY, reason: 'full', message: 'Ahilyanagar is full on 14 February 2027 (2 of 2).' }],
    },
  },
};
const dialog = () => screen.findByRole('dialog');

/** Drags a booking by its first day to another one. */
async function drag(name: RegExp, day: RegExp): Promise<void> {
  const [chip] = await screen.findAllByRole('button', { name });
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  fireEvent.dragStart(chip?.closest('li') as HTMLElement, { dataTransfer });
  const target = screen.getByRole('button', { name: day }).closest('td') as HTMLElement;
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
}

it('CAL-4 CAL-7 the month says what each day holds, and arrow keys move between its days', async () => {
  startCalendar();
  const portal = await renderPortal(PATH);
  const day = await screen.findByRole('button', { name: /^Sun, 14 Feb?, 1 of 4 booked, 3 inquiries, muhurat Vivah/ });
  expect(screen.getByRole('button', { name: /^Asha and Ravi, booking/ })).toBeVisible();
  act(() => day.focus());
  expect(fireEvent.keyDown(day, { key: 'ArrowLeft', altKey: true })).toBe(true);
  await portal.user.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}');
  expect(document.activeElement).toHaveAttribute('data-day', '2027-02-21');
  expect(await axeViolations()).toEqual([]);
  await portal.user.keyboard('{Enter}');
  expect(within(await dialog()).getByLabelText('First day *')).toHaveValue('2027-02-21');
});

it('CAL-7 Page Down and the arrow keys turn the month, and the focus goes with them', async () => {
  startCalendar();
  const portal = await renderPortal(PATH);
  const day = await screen.findByRole('button', { name: /^Sun, 14 Feb/ });
  act(() => day.focus());
  const focused = () => document.activeElement?.getAttribute('data-day');
  await portal.user.keyboard('{PageUp}');
  await waitFor(() => expect(focused()).toBe('2027-01-14'));
  await portal.user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await waitFor(() => expect(focused()).toBe('2027-02-04'));
  await portal.user.keyboard('{PageUp}');
  await waitFor(() => expect(focused()).toBe('2027-01-04'));
  await portal.user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('2027-01-29'));
  // February has no 29th in 2027.
  await portal.user.keyboard('{PageDown}');
  await waitFor(() => expect(focused()).toBe('2027-02-28'));
});

it('CAL-1 a first day that is typed in parts does not make a booking longer', async () => {
  startCalendar();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  const first = form.getByLabelText('First day *');
  const last = form.getByLabelText('Last day *');
  const type = (field: HTMLElement, day: string) => fireEvent.change(field, { target: { value: day } });
  // What a date field reports while '12102027' is typed over the first of February.
  for (const day of ['2027-12-01', '2027-12-10']) type(first, day);
  for (const day of ['2027-11-10', '2027-11-05']) type(first, day);
  expect(last).toHaveValue('2027-11-05');
  type(last, '2027-11-08');
  type(first, '2027-11-06');
  expect(last).toHaveValue('2027-11-08');
  type(first, '2027-11-20');
  expect(last).toHaveValue('2027-11-23');
});

it('CAL-3 says beside the days what is not free, and an admin accepts it with a reason', async () => {
  const server = startCalendar();
  server.on('POST /api/bookings', notFree);
  expectApiErrors();
  const portal = await renderPortal(PATH, ADMIN);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  const save = () => portal.user.click(form.getByText('Save'));
  await save();
  expect(form.getByText('Please enter a name.')).toBeVisible();
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Meera' } });
  await save();
  expect(await form.findByText(/is full on 14 February/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  fireEvent.change(form.getByLabelText('Reason to accept it anyway'), { target: { value: 'A second crew' } });
  server.on('POST /api/bookings', { status: 201, body: sampleBooking({ title: 'Meera' }) });
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['POST /api/bookings']).toMatchObject({
    title: 'Meera',
    endsBefore: '2027-02-02',
    override: { reason: 'A second crew' },
  });
});

it('CAL-1 after a lost response a booking is added once, with what was typed since', async () => {
  const server = startCalendar();
  server.on('POST /api/bookings', () => {
    throw new ConnectionLost();
  });
  server.on('PUT /api/bookings/7', { status: 200, body: sampleBooking({ title: 'Meera Kale', version: 4 }) });
  expectApiErrors();
  const portal = await renderPortal(PATH, EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Meera' } });
  await portal.user.click(form.getByText('Save'));
  expect(await form.findByText(/Check your connection and try again/)).toBeVisible();
  server.on('POST /api/bookings', { status: 201, body: sampleBooking({ title: 'Meera' }) });
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Meera Kale' } });
  await portal.user.click(form.getByText('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), server.keys[0]]);
  expect(server.bodies['PUT /api/bookings/7']).toMatchObject({ title: 'Meera Kale', version: 3 });
});

it('CAL-1 text typed while a booking is saved stays in the form until it is saved, too', async () => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('PUT /api/bookings/7', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  const form = within(await dialog());
  await portal.user.type(form.getByLabelText('Notes'), 'At noon');
  await portal.user.click(form.getByText('Save'));
  await portal.user.type(form.getByLabelText('Notes'), ', with the drone');
  respond({ status: 200, body: sampleBooking({ title: 'Asha & Ravi', notes: 'At noon', version: 4 }) });
  expect(await form.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(form.getByLabelText('Notes')).toHaveValue('At noon, with the drone');
  expect(form.getByLabelText('Client *')).toHaveValue('Asha & Ravi');
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(form.getByText('Save'));
  expect(server.bodies['PUT /api/bookings/7']).toMatchObject({ notes: 'At noon, with the drone', version: 4 });
  respond({ status: 200, body: sampleBooking({ notes: 'At noon, with the drone', version: 5 }) });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('CAL-1 a save that ends after its dialog was discarded closes no other dialog', async () => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('POST /api/bookings', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  await portal.user.type(within(await dialog()).getByLabelText('Client *'), 'Asha');
  await portal.user.click(screen.getByText('Save'));
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await portal.user.click(screen.getByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  await portal.user.type(form.getByLabelText('Client *'), 'Meera');
  const replacedHolds = [{ startsOn: DAY, endsBefore: addDays(DAY, 1), isEnded: true }];
  await settle(() => respond({ status: 201, body: { ...sampleBooking({ title: 'Asha' }), replacedHolds } }));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  await settle();
  expect(form.getByLabelText('Client *')).toHaveValue('Meera');
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('CAL-4 dates whose dialog was discarded during their save close no other dialog', async () => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('GET /api/muhurats/2027', { status: 200, body: { year: 2027, days: [], version: 'v' } });
  server.on('PUT /api/muhurats/2027', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PATH, ADMIN);
  await portal.user.click(await screen.findByRole('button', { name: 'Muhurat dates' }));
  const field = await screen.findByLabelText('One date per line, with a name if you like');
  fireEvent.change(field, { target: { value: '2027-02-04 Vivah' } });
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await portal.user.click(screen.getByRole('button', { name: 'Cities and crews' }));
  await settle(() =>
    respond({ status: 200, body: { year: 2027, days: [{ day: '2027-02-04', name: 'Vivah' }], version: 'w' } }),
  );
  expect(screen.getByRole('dialog', { name: 'Cities and crews' })).toBeVisible();
});

it('CAL-1 a booking whose form was changed while it was added is added once', async () => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('POST /api/bookings', () => new Promise((resolve) => (respond = resolve)));
  server.on('PUT /api/bookings/7', { status: 200, body: sampleBooking({ title: 'Meera Kale', version: 4 }) });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  await portal.user.type(form.getByLabelText('Client *'), 'Meera');
  await portal.user.click(form.getByText('Save'));
  await portal.user.type(form.getByLabelText('Client *'), ' Kale');
  respond({ status: 201, body: sampleBooking({ title: 'Meera' }) });
  expect(await form.findByText(/^You changed something while it was being saved/)).toBeVisible();
  await portal.user.click(form.getByText('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls.filter((call) => call === 'POST /api/bookings')).toHaveLength(1);
  expect(server.bodies['PUT /api/bookings/7']).toMatchObject({ title: 'Meera Kale', version: 3 });
});

it('CAL-3 an editor cannot accept days that are not free', async () => {
  const server = startCalendar();
  server.on('POST /api/bookings', notFree);
  expectApiErrors();
  const portal = await renderPortal(PATH, EDITOR);
  await portal.user.click(await screen.findByText('Add booking'));
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Meera' } });
  await portal.user.click(form.getByText('Save'));
  expect(await form.findByText(/is full on 14 February/)).toBeVisible();
  expect(form.queryByLabelText('Reason to accept it anyway')).toBeNull();
});

it('CAL-7 a booking that is moved with the keyboard keeps the focus on its new day', async () => {
  const bookings = [sampleBooking()];
  const server = startCalendar(bookings);
  const moved = sampleBooking({ startsOn: '2027-02-16', endsBefore: '2027-02-17', version: 4 });
  server.on('PUT /api/bookings/7', () => {
    bookings[0] = moved;
    return { status: 200, body: moved };
  });
  const portal = await renderPortal(PATH);
  const chip = await screen.findByRole('button', { name: /^Asha and Ravi, booking, .*14 Feb/ });
  act(() => chip.focus());
  await portal.user.keyboard('{Enter}');
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Last day *'), { target: { value: '2027-02-16' } });
  fireEvent.change(form.getByLabelText('First day *'), { target: { value: '2027-02-16' } });
  await portal.user.click(form.getByText('Save'));
  const next = await screen.findByRole('button', { name: /^Asha and Ravi, booking, .*16 Feb/ });
  await waitFor(() => expect(next).toHaveFocus());
});

it('CAL-1 edits a booking with its version, and deleting it can be undone', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', { status: 204 });
  server.on('POST /api/bookings/7/restore', { status: 200, body: sampleBooking({ version: 5 }) });
  server.on('PUT /api/bookings/7', { status: 200, body: sampleBooking({ version: 4 }) });
  const portal = await renderPortal(PATH);
  const open = () => screen.findByRole('button', { name: /^Asha and Ravi/ });
  await portal.user.click(await open());
  fireEvent.change(within(await dialog()).getByLabelText('Last day *'), { target: { value: '2027-02-15' } });
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['PUT /api/bookings/7']).toMatchObject({ version: 3, endsBefore: '2027-02-16' });
  await portal.user.click(await open());
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.calls).toContain('POST /api/bookings/7/restore'));
});

it('CAL-1 a deletion that was done before its response was lost succeeds the second time', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['We could not delete “Asha and Ravi”']));
  server.on('DELETE /api/bookings/7?version=3', problem(404, 'Someone else deleted this booking.'));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(portal.toasts).toHaveLength(1);
});

it('CAL-1 a second click on Delete sends no second request', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', never);
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.dblClick(screen.getByRole('button', { name: 'Delete' }));
  expect(server.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
});

it('CAL-1 an Undo that fails can be tried again', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', { status: 204 });
  server.on('POST /api/bookings/7/restore', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['We could not undo it']));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-disabled'));
  server.on('POST /api/bookings/7/restore', { status: 200, body: sampleBooking({ version: 5 }) });
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(server.calls.filter((call) => call.endsWith('/restore'))).toHaveLength(2);
});

it('CAL-1 an Undo that can no longer work is not offered again', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', { status: 204 });
  server.on('POST /api/bookings/7/restore', problem(404, 'There is no such deleted booking.'));
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(portal.toasts.map(({ title }) => title)).toEqual(['We could not undo it']);
});

it('CAL-1 the Undo of a deletion that was done before its response was lost is not a failure', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', { status: 204 });
  server.on('POST /api/bookings/7/restore', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-disabled'));
  server.on('POST /api/bookings/7/restore', problem(404, 'There is no such deleted booking.'));
  server.on('GET /api/bookings/7', { status: 200, body: sampleBooking({ version: 5 }) });
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(portal.toasts).toHaveLength(1);
});

it('CAL-1 the Undo of a move that was done before its response was lost is not a failure', async () => {
  const server = startCalendar();
  server.on('PUT /api/bookings/7', { status: 200, body: sampleBooking({ startsOn: '2027-02-17', version: 4 }) });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await drag(/^Asha and Ravi/, /^Wed, 17 Feb/);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  server.on('PUT /api/bookings/7', () => {
    throw new ConnectionLost();
  });
  await portal.user.click(undo);
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  await waitFor(() => expect(undo).not.toHaveAttribute('aria-disabled'));
  const current = sampleBooking({ version: 5 });
  const body = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Someone else changed it.', current };
  server.on('PUT /api/bookings/7', { status: 409, body });
  await portal.user.click(undo);
  await waitFor(() => expect(undo).not.toBeInTheDocument());
  expect(portal.toasts).toHaveLength(1);
});

it('CAL-7 dragging a booking to a day moves it, and what is not free opens its dialog', async () => {
  const server = startCalendar();
  server.on('PUT /api/bookings/7', notFree);
  expectApiErrors();
  await renderPortal(PATH);
  await drag(/^Asha and Ravi/, /^Wed, 17 Feb/);
  const form = within(await dialog());
  expect(form.getByText(/is full on 14 February/)).toBeVisible();
  expect(form.getByLabelText('First day *')).toHaveValue('2027-02-17');
  expect(server.bodies['PUT /api/bookings/7']).toEqual({
    version: 3,
    startsOn: '2027-02-17',
    endsBefore: '2027-02-18',
    ceremonies: [],
  });
});

it.each([
  ['another booking', 'Add booking'],
  ['the same booking', /^Asha and Ravi/],
])('CAL-1 CAL-7 a refused drag keeps the text typed into the dialog of %s', async (_, opener) => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('PUT /api/bookings/7', () => new Promise((resolve) => (respond = resolve)));
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await drag(/^Asha and Ravi/, /^Wed, 17 Feb/);
  await portal.user.click(screen.getByRole('button', { name: opener }));
  const form = within(await dialog());
  await portal.user.type(form.getByLabelText('Notes'), 'At noon');
  await settle(() => respond(notFree));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.toasts[0]?.title).toBe('We could not move the booking');
  expect(portal.toasts[0]?.description).toMatch(/is full on 14 February/);
  expect(form.getByLabelText('Notes')).toHaveValue('At noon');
});

/** A wedding of three days with ceremonies on the second and the third. */
const withCeremonies = (change: Partial<Booking> = {}) =>
  sampleBooking({
    ...{ startsOn: '2027-02-10', endsBefore: '2027-02-13' },
    ceremonies: [
      { id: 'sangeet1', name: 'Sangeet', day: '2027-02-11', startsAt: '19:00', endsAt: null, place: '' },
      { id: 'wedding1', name: 'Wedding', day: '2027-02-12', startsAt: '10:00', endsAt: null, place: '' },
    ],
    ...change,
  });
const daysOf = (body: unknown) => (body as Booking).ceremonies.map(({ day }) => day);
const ceremonyDays = (form: { getAllByLabelText: typeof screen.getAllByLabelText }) =>
  form.getAllByLabelText<HTMLInputElement>('Day').map(({ value }) => value);

it('CAL-7 dragging a booking takes its ceremonies along, and Undo brings them back', async () => {
  const server = startCalendar([withCeremonies()]);
  server.on('PUT /api/bookings/7', { status: 200, body: withCeremonies({ version: 4 }) });
  const portal = await renderPortal(PATH);
  await drag(/^Asha and Ravi/, /^Thu, 11 Feb/);
  await portal.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.bodies['PUT /api/bookings/7']).toMatchObject({ startsOn: '2027-02-10' }));
  expect(daysOf(server.bodies['PUT /api/bookings/7'])).toEqual(['2027-02-11', '2027-02-12']);
});

it('CAL-7 a booking that is dragged to a full day opens with its ceremonies on the new days', async () => {
  const server = startCalendar([withCeremonies()]);
  server.on('PUT /api/bookings/7', notFree);
  expectApiErrors();
  await renderPortal(PATH);
  await drag(/^Asha and Ravi/, /^Mon, 15 Feb/);
  const form = within(await dialog());
  expect(daysOf(server.bodies['PUT /api/bookings/7'])).toEqual(['2027-02-16', '2027-02-17']);
  expect(ceremonyDays(form)).toEqual(['2027-02-16', '2027-02-17']);
});

it.each([
  ['moves with them when the first day passes the last one', { first: '2027-02-20' }, '2027-02-22', [21, 22]],
  ['moves with them when both days change', { first: '2027-02-11', last: '2027-02-13' }, '2027-02-13', [12, 13]],
  ['stays when a day is added before it', { first: '2027-02-09' }, '2027-02-12', [11, 12]],
  ['stays when a day is added after it', { last: '2027-02-14' }, '2027-02-14', [11, 12]],
  ['moves with the days that were added', { last: '2027-02-13', next: '2027-02-20' }, '2027-02-23', [21, 22]],
] as const)('CAL-1 the programme of a booking %s', async (_, days, last, expected) => {
  startCalendar([withCeremonies()]);
  const portal = await renderPortal(PATH);
  await portal.user.click((await screen.findAllByRole('button', { name: /^Asha and Ravi/ }))[0] as HTMLElement);
  const form = within(await dialog());
  const type = (label: string, day: string) => fireEvent.change(form.getByLabelText(label), { target: { value: day } });
  // A year that is typed in parts passes through another one.
  if ('first' in days) for (const day of ['0002-02-10', days.first]) type('First day *', day);
  if ('last' in days) type('Last day *', days.last);
  if ('next' in days) type('First day *', days.next);
  expect(form.getByLabelText('Last day *')).toHaveValue(last);
  expect(ceremonyDays(form)).toEqual(expected.map((day) => `2027-02-${day}`));
});

it('CAL-1 the day of a booking of one day can be cleared, and its ceremony moves with the next one', async () => {
  const [ceremony] = withCeremonies().ceremonies;
  const ceremonies = ceremony ? [{ ...ceremony, day: '2027-02-10' }] : [];
  startCalendar([sampleBooking({ startsOn: '2027-02-10', endsBefore: '2027-02-11', ceremonies })]);
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  const form = within(await dialog());
  for (const value of ['', '2027-02-15']) {
    fireEvent.change(form.getByLabelText('First day *'), { target: { value } });
    expect(form.getByLabelText('First day *')).toHaveValue(value);
  }
  expect(ceremonyDays(form)).toEqual(['2027-02-15']);
});

it('CAL-1 an inquiry opens the dialog with its client and date', async () => {
  startCalendar();
  await renderPortal('/dashboard/calendar?view=agenda&inquiry=4');
  const form = within(await dialog());
  expect(form.getByLabelText('Client *')).toHaveValue('Meera Kale');
  expect(form.getByLabelText('First day *')).toHaveValue('2027-02-20');
  expect(form.getByRole('link', { name: 'Open the inquiry' })).toHaveAttribute('href', '/admin/dashboard/inquiries#4');
});

it('CAL-1 an inquiry without a date leaves the days empty, and its city is chosen by name', async () => {
  const server = startCalendar([]);
  server.inquiries = [sampleInquiry(4, { name: 'Meera Kale', city: ' pune ', eventDate: null })];
  await renderPortal('/dashboard/calendar?view=month&inquiry=4');
  const form = within(await dialog());
  expect(form.getByLabelText('First day *')).toHaveValue('');
  expect(form.getByLabelText('Last day *')).toHaveValue('');
  expect(form.getByLabelText('City *')).toHaveDisplayValue('Pune');
});

it('CAL-2 a booking that takes days of a hold says so, and its month is shown', async () => {
  const server = startCalendar([]);
  const replacedHolds = [{ startsOn: '2027-06-01', endsBefore: '2027-06-04', isEnded: false }];
  const saved = { ...sampleBooking({ startsOn: '2027-06-01', endsBefore: '2027-06-02' }), replacedHolds };
  server.on('POST /api/bookings', { status: 201, body: saved });
  const portal = await renderPortal('/dashboard/calendar?view=month&inquiry=4');
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('First day *'), { target: { value: '2027-06-01' } });
  await portal.user.click(form.getByText('Save'));
  expect(await screen.findByRole('heading', { name: 'June 2027' })).toBeVisible();
  expect(portal.toasts).toEqual([
    expect.objectContaining({
      title: expect.stringMatching(/^The hold of Tue, 1 June? to Thu, 3 June? is now a booking$/),
      description: 'Its other days are still held.',
    }),
  ]);
});

it('CAL-1 a booking of an inquiry that was deleted says so, and is saved without the inquiry', async () => {
  const server = startCalendar([]);
  const errors = [{ field: 'inquiryId', message: 'This inquiry was deleted.' }];
  server.on('POST /api/bookings', {
    status: 422,
    body: { ...{ type: 'about:blank', title: 'Invalid', status: 422, detail: 'Please fix the fields below.' }, errors },
  });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/calendar?view=month&inquiry=4');
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Notes'), { target: { value: 'Advance discussed' } });
  await portal.user.click(form.getByText('Save'));
  expect(await form.findByText('This inquiry was deleted.')).toBeVisible();
  server.on('POST /api/bookings', { status: 201, body: sampleBooking() });
  await portal.user.click(form.getByRole('button', { name: 'Save without the inquiry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['POST /api/bookings']).toMatchObject({ inquiryId: null, notes: 'Advance discussed' });
});

it('CAL-1 blocked days are saved without the ceremonies of their form', async () => {
  const server = startCalendar([]);
  server.on('POST /api/bookings', { status: 201, body: sampleBooking() });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Add booking' }));
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Diwali' } });
  await portal.user.click(form.getByRole('button', { name: 'Add ceremony' }));
  await portal.user.click(form.getByRole('radio', { name: 'Blocked' }));
  await portal.user.click(form.getByText('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['POST /api/bookings']).toMatchObject({ kind: 'blocked', ceremonies: [] });
});

it('CAL-1 a deletion of a booking that someone else changed shows their version, and works then', async () => {
  const server = startCalendar();
  server.on('DELETE /api/bookings/7?version=3', changedByEsha(sampleBooking({ notes: 'Drone', version: 4 })));
  server.on('DELETE /api/bookings/7?version=4', { status: 204 });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  const form = within(await dialog());
  await portal.user.click(form.getByRole('button', { name: 'Delete' }));
  expect(await form.findByText(/^Esha Editor changed this booking today at/)).toBeVisible();
  expect(form.getByLabelText('Notes')).toHaveValue('Drone');
  await portal.user.click(form.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

it('CAL-1 a deletion that is refused after its dialog was closed says which booking is still there', async () => {
  const server = startCalendar();
  let respond: (response: Answer) => void = () => undefined;
  server.on('DELETE /api/bookings/7?version=3', () => new Promise<Answer>((resolve) => (respond = resolve)));
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(screen.getByRole('button', { name: 'Cancel' }));
  respond(changedByEsha(sampleBooking({ version: 4 })));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.toasts[0]).toEqual({
    title: 'We could not delete “Asha and Ravi”',
    description: 'Someone else changed this.',
    variant: 'destructive',
  });
});

it('CAL-1 a deletion that ends late leaves the dialog of another booking open', async () => {
  const server = startCalendar([sampleBooking(), sampleBooking({ _id: '8', title: 'Meera and Om' })]);
  let respond: (response: Answer) => void = () => undefined;
  server.on('DELETE /api/bookings/7?version=3', () => new Promise<Answer>((resolve) => (respond = resolve)));
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi/ }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete' }));
  await portal.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(screen.getByRole('button', { name: /^Meera and Om/ }));
  respond({ status: 204 });
  expect(await screen.findByText('Asha and Ravi deleted.')).toBeVisible();
  expect(within(await dialog()).getByLabelText('Client *')).toHaveValue('Meera and Om');
});

describe('the bookings per day of a city', () => {
  const openSettings = async () => {
    const server = startCalendar();
    const portal = await renderPortal(PATH, ADMIN);
    await portal.user.click(await screen.findByRole('button', { name: 'Cities and crews' }));
    const field = await screen.findByLabelText('Bookings per day in Pune');
    const type = async (text: string) => {
      await portal.user.clear(field);
      await portal.user.type(field, text);
    };
    return { server, portal, field, type };
  };

  it('CAL-3 are saved by Enter', async () => {
    const { server, type } = await openSettings();
    server.on('PUT /api/cities/2', { status: 200, body: { ...settings.cities[1], capacity: 5 } });
    await type('5{Enter}');
    await waitFor(() => expect(server.bodies['PUT /api/cities/2']).toEqual({ capacity: 5 }));
  });

  it('CAL-3 are not lost by Escape without a question', async () => {
    const { portal, field, type } = await openSettings();
    await type('5{Escape}');
    await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(field).toHaveValue(5);
  });

  it('CAL-3 keep what was typed and say that it is not saved after a failure', async () => {
    const { server, portal, field, type } = await openSettings();
    server.on('PUT /api/cities/2', () => {
      throw new ConnectionLost();
    });
    expectApiErrors();
    await type('9');
    await portal.user.tab();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Not saved\./);
    expect(field).toHaveValue(9);
    expect(field).toBeInvalid();
  });

  it('CAL-3 typed again while the first number is saved are kept', async () => {
    const { server, field, type } = await openSettings();
    let respond: (answer: Answer) => void = () => undefined;
    server.on('PUT /api/cities/2', () => new Promise<Answer>((resolve) => (respond = resolve)));
    await type('5{Enter}');
    await waitFor(() => expect(server.calls).toContain('PUT /api/cities/2'));
    await type('6');
    respond({ status: 200, body: { ...settings.cities[1], capacity: 5 } });
    await settle();
    expect(field).toHaveValue(6);
  });

  it('CAL-3 of one city are asked for while those of another city are saved', async () => {
    const { server, portal, type } = await openSettings();
    server.on('PUT /api/cities/1', never);
    await type('99{Enter}');
    expect(await screen.findByText('Please enter a number from 0 to 50.')).toBeVisible();
    await portal.user.type(screen.getByLabelText('Bookings per day in Ahilyanagar'), '{Backspace}3{Enter}');
    await waitFor(() => expect(server.calls).toContain('PUT /api/cities/1'));
    await portal.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Keep editing' })).toBeVisible();
  });

  it('CAL-3 of one day are not removed by what is no number', async () => {
    const { server, portal } = await openSettings();
    const field = screen.getByLabelText('Bookings on this day');
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: DAY } });
    // What Chromium reports for '-'.
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    await portal.user.click(screen.getByRole('button', { name: 'Set' }));
    expect(await screen.findByText('Please enter a number from 0 to 50.')).toBeVisible();
    expect(server.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });
});

describe('text typed in the settings of the calendar', () => {
  const openSettings = async () => {
    const server = startCalendar();
    const portal = await renderPortal(PATH, ADMIN);
    await portal.user.click(await screen.findByRole('button', { name: 'Cities and crews' }));
    const field = await screen.findByLabelText('New city');
    return { server, portal, field };
  };

  it.each(['New city', 'New crew', 'Bookings on this day'])(
    'CAL-3 in %s is not lost by Escape without a question',
    async (label) => {
      const { portal } = await openSettings();
      const field = screen.getByLabelText<HTMLInputElement>(label);
      await portal.user.type(field, '3{Escape}');
      await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
      expect(field.value).toBe('3');
    },
  );

  it('CAL-3 is not asked about once it is saved', async () => {
    const { server, portal, field } = await openSettings();
    server.on('POST /api/cities', { status: 201, body: { ...settings.cities[0], _id: '3', name: 'Nashik' } });
    server.on(`PUT /api/cities/1/days/${DAY}`, { status: 200, body: {} });
    await portal.user.type(field, 'Nashik{Enter}');
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: DAY } });
    await portal.user.type(screen.getByLabelText('Bookings on this day'), '3{Enter}');
    expect(await screen.findByText('Saved.')).toBeVisible();
    await waitFor(() => expect(field).toHaveValue(''));
    await portal.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('CAL-3 says why the number of one day is not saved', async () => {
    const { server, portal } = await openSettings();
    const set = screen.getByRole('button', { name: 'Set' });
    await portal.user.type(screen.getByLabelText('Bookings on this day'), '3');
    await portal.user.click(set);
    expect(await screen.findByText('Please choose a date.')).toBeVisible();
    server.on(`PUT /api/cities/1/days/${DAY}`, () => {
      throw new ConnectionLost();
    });
    expectApiErrors();
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: DAY } });
    await portal.user.click(set);
    expect(await screen.findByText(/^We could not reach the server/)).toBeVisible();
  });

  it('CAL-3 while the first name is added stays in the field', async () => {
    const { server, portal, field } = await openSettings();
    let respond: (answer: Answer) => void = () => undefined;
    server.on('POST /api/cities', () => new Promise<Answer>((resolve) => (respond = resolve)));
    await portal.user.type(field, 'Nashik{Enter}');
    await waitFor(() => expect(server.calls).toContain('POST /api/cities'));
    await portal.user.type(field, ' Road');
    respond({ status: 201, body: { ...settings.cities[0], _id: '3', name: 'Nashik' } });
    await settle();
    expect(field).toHaveValue('Nashik Road');
  });
});

it('CAL-4 agenda and year show the same days, without an axe violation', async () => {
  const ceremonies = [{ id: 'abcdefgh', name: 'Haldi', day: DAY, startsAt: '10:00', endsAt: null, place: 'Wada' }];
  startCalendar([
    sampleBooking({ ceremonies }),
    sampleBooking({ _id: '8', kind: 'hold', title: 'Nisha', heldUntil: '2027-01-10' }),
  ]);
  const portal = await renderPortal(`/dashboard/calendar?view=agenda&month=${MONTH}`);
  expect(await screen.findByRole('heading', { name: /Sunday,? 14 February 2027/ })).toBeVisible();
  expect(screen.getByText(/10:00 Haldi, Wada/)).toBeVisible();
  expect(screen.getByText(/Hold until/)).toBeVisible();
  await portal.user.click(screen.getByText('Year'));
  expect(await screen.findByText(', 1 of 4 booked, 3 inquiries, muhurat Vivah')).toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(screen.getByText('February 2027'));
  expect(await screen.findByText(/^February 2027\. Arrow keys/)).toBeInTheDocument();
});

it('CAL-5 a subscription is created after the password was entered', async () => {
  const server = startCalendar();
  const refusal = { detail: 'Please enter your password to continue.', code: 'password-required' };
  server.on('GET /api/calendar/feeds', { status: 200, body: [] });
  server.on('POST /api/calendar/feeds', { status: 403, body: refusal });
  server.on('POST /api/admin/auth/confirm', () => {
    server.on('POST /api/calendar/feeds', { status: 201, body: { _id: '1', path: '/api/calendar/secret.ics' } });
    return { status: 200, body: { success: true } };
  });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Create subscription' }));
  const question = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await portal.user.type(question.getByLabelText('Password'), 'the right words{Enter}');
  expect(await screen.findByText(/\/api\/calendar\/secret\.ics$/)).toBeVisible();
});

it('CAL-5 shows the address of a subscription once, and previews an import with the line of each error', async () => {
  const server = startCalendar();
  server.on('GET /api/calendar/feeds', { status: 200, body: [] });
  server.on('POST /api/calendar/feeds', { status: 201, body: { _id: '1', path: '/api/calendar/secret.ics' } });
  server.on('POST /api/calendar/import', {
    status: 200,
    body: {
      events: [{ line: 2, title: 'Meera', startsOn: DAY, endsBefore: addDays(DAY, 1), result: 'new' }],
      errors: [{ line: 9, message: 'This event has no UID.' }],
    },
  });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await portal.user.click(within(await dialog()).getByRole('button', { name: 'Create subscription' }));
  expect(await screen.findByText(/\/api\/calendar\/secret\.ics$/)).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Done' }));
  await portal.user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }));
  const file = new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' });
  file.text = async () => 'BEGIN:VCALENDAR';
  await portal.user.upload(screen.getByLabelText('Calendar file (.ics)'), file);
  expect(await screen.findByText('Line 9: This event has no UID.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Import 1 booking' }));
  expect(await screen.findByText(/^Imported\./)).toBeVisible();
  expect(server.bodies['POST /api/calendar/import']).toMatchObject({ isPreview: false, cityId: '1' });
});

it('CAL-5 counts all errors of an import, also those that its list leaves out', async () => {
  const server = startCalendar();
  const errors = [{ line: 9, message: '22 more errors from this line on.' }];
  server.on('POST /api/calendar/import', { status: 200, body: { events: [], errors, errorCount: 121 } });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }));
  const file = new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' });
  file.text = async () => 'BEGIN:VCALENDAR';
  await portal.user.upload(screen.getByLabelText('Calendar file (.ics)'), file);
  expect(await screen.findByText('Preview. 0 events, 121 errors.')).toBeVisible();
});

it('CAL-5 says which events an import leaves as they are here, and which bookings it removes', async () => {
  const server = startCalendar();
  const event = { title: 'Meera', startsOn: DAY, endsBefore: addDays(DAY, 1) };
  const events = [
    { ...event, line: 2, result: 'changed', kept: ['days'] },
    { ...event, line: 9, result: 'unchanged', kept: ['title', 'times'] },
    { ...event, line: 15, result: 'unchanged', isOurs: true },
    { ...event, line: 21, result: 'changed', isRemoved: true },
  ];
  server.on('POST /api/calendar/import', { status: 200, body: { events, errors: [] } });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }));
  const file = new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' });
  file.text = async () => 'BEGIN:VCALENDAR';
  await portal.user.upload(screen.getByLabelText('Calendar file (.ics)'), file);
  expect(await screen.findByText('Changed. Days kept')).toBeVisible();
  expect(screen.getByText('Title kept. Times kept')).toBeVisible();
  expect(screen.getByText('Of our subscription')).toBeVisible();
  expect(screen.getByText('Removed, cancelled in the file')).toBeVisible();
  const summary = 'Preview. 4 events, 0 errors. Kept changes of staff: 2. Of our own subscription, skipped: 1.';
  expect(screen.getByText(summary)).toBeVisible();
});

it('CAL-5 an import that failed can be tried again', async () => {
  const server = startCalendar();
  const event = { line: 2, title: 'Meera', startsOn: DAY, endsBefore: addDays(DAY, 1), result: 'new' };
  const preview = { status: 200, body: { events: [event], errors: [] } };
  server.on('POST /api/calendar/import', preview);
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }));
  const file = new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' });
  file.text = async () => 'BEGIN:VCALENDAR';
  await portal.user.upload(screen.getByLabelText('Calendar file (.ics)'), file);
  const start = await screen.findByRole('button', { name: 'Import 1 booking' });
  server.on('POST /api/calendar/import', () => {
    throw new ConnectionLost();
  });
  await portal.user.click(start);
  expect(await screen.findByText(/^We could not reach the server/)).toBeVisible();
  server.on('POST /api/calendar/import', preview);
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Imported\./)).toBeVisible();
  expect(screen.queryByText(/^We could not reach the server/)).toBeNull();
});

it('CAL-5 a preview that failed can be tried again', async () => {
  const server = startCalendar();
  server.on('POST /api/calendar/import', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Import' }));
  const file = new File(['BEGIN:VCALENDAR'], 'a.ics', { type: 'text/calendar' });
  file.text = async () => 'BEGIN:VCALENDAR';
  await portal.user.upload(screen.getByLabelText('Calendar file (.ics)'), file);
  expect(await screen.findByText(/^We could not reach the server/)).toBeVisible();
  server.on('POST /api/calendar/import', { status: 200, body: { events: [], errors: [] } });
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Preview\./)).toBeVisible();
});

it('CAL-5 a second click before the first is shown creates no second subscription', async () => {
  const server = startCalendar();
  server.on('GET /api/calendar/feeds', { status: 200, body: [] });
  server.on('POST /api/calendar/feeds', { status: 201, body: { _id: '1', path: '/api/calendar/secret.ics' } });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  const create = within(await dialog()).getByRole('button', { name: 'Create subscription' });
  act(() => {
    create.click();
    create.click();
  });
  expect(await screen.findByText(/\/api\/calendar\/secret\.ics$/)).toBeVisible();
  expect(server.calls.filter((call) => call === 'POST /api/calendar/feeds')).toHaveLength(1);
});

it('CAL-4 Escape asks before typed muhurat dates are discarded', async () => {
  const server = startCalendar();
  server.on('GET /api/muhurats/2027', { status: 200, body: { year: 2027, days: [], version: 'v' } });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Muhurat dates' }));
  const field = await screen.findByLabelText('One date per line, with a name if you like');
  await portal.user.type(field, '2027-02-04 Vivah{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(field).toHaveValue('2027-02-04 Vivah');
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('CAL-4 names the line of a wrong muhurat date and keeps the text', async () => {
  const server = startCalendar();
  server.on('GET /api/muhurats/2027', { status: 200, body: { year: 2027, days: [], version: 'v' } });
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Muhurat dates' }));
  const field = await screen.findByLabelText('One date per line, with a name if you like');
  fireEvent.change(field, { target: { value: '2027-02-04 Vivah\n4 March' } });
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Line 2: please begin with a date like 2027-12-04.')).toBeVisible();
  expect(field).toHaveValue('2027-02-04 Vivah\n4 March');
});

it('CAL-4 dates typed while muhurat dates are saved stay in the form until they are saved, too', async () => {
  const server = startCalendar();
  const first = { day: '2027-02-04', name: 'Vivah' };
  let respond: (response: Answer) => void = () => undefined;
  server.on('GET /api/muhurats/2027', { status: 200, body: { year: 2027, days: [], version: 'v' } });
  server.on('PUT /api/muhurats/2027', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Muhurat dates' }));
  const field = await screen.findByLabelText('One date per line, with a name if you like');
  fireEvent.change(field, { target: { value: '2027-02-04 Vivah' } });
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.change(field, { target: { value: '2027-02-04 Vivah\n2027-03-01' } });
  respond({ status: 200, body: { year: 2027, days: [first], version: 'w' } });
  expect(await screen.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(field).toHaveValue('2027-02-04 Vivah\n2027-03-01');
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  const days = [first, { day: '2027-03-01', name: '' }];
  expect(server.bodies['PUT /api/muhurats/2027']).toEqual({ days, version: 'w' });
  respond({ status: 200, body: { year: 2027, days, version: 'x' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** What the API responds when Esha has saved before. */
const changedByEsha = (current: object) => ({
  status: 409,
  body: {
    ...{ type: 'about:blank', title: 'Conflict', status: 409, detail: 'Someone else changed this.' },
    ...{ current, changedBy: 'Esha Editor', changedAt: new Date().toISOString() },
  },
});

async function openConflict() {
  const server = startCalendar();
  const theirs = sampleBooking({ title: 'Asha Kale', crewId: '5', notes: 'Bring the drone', version: 4 });
  server.on('PUT /api/bookings/7', changedByEsha(theirs));
  expectApiErrors();
  const portal = await renderPortal(PATH, EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: /^Asha and Ravi, booking/ }));
  const form = within(await dialog());
  fireEvent.change(form.getByLabelText('Client *'), { target: { value: 'Asha and Ravi Kale' } });
  fireEvent.change(form.getByLabelText('Notes'), { target: { value: 'Call at noon' } });
  await portal.user.click(form.getByText('Save'));
  const notice = within(await form.findByRole('alert'));
  return { server, portal, form, notice, theirs };
}

it('CAL-1 a conflict of a booking shows both versions, who saved and when; staff keep theirs or mine', async () => {
  const { server, portal, form, notice } = await openConflict();
  expect(notice.getByText(/^Esha Editor changed this booking today at/)).toBeVisible();
  expect(notice.getByText(/The form now shows their Crew\./)).toBeVisible();
  expect(notice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['Asha Kale', 'Asha and Ravi Kale'],
    ...['Bring the drone', 'Call at noon'],
  ]);
  expect(form.getByLabelText('Client *')).toHaveValue('Asha and Ravi Kale');
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(notice.getByRole('button', { name: 'Use their notes' }));
  expect(form.getByLabelText('Notes')).toHaveValue('Bring the drone');
  server.on('PUT /api/bookings/7', { status: 200, body: sampleBooking({ version: 5 }) });
  await portal.user.click(notice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['PUT /api/bookings/7']).toMatchObject({
    ...{ version: 4, title: 'Asha and Ravi Kale', crewId: '5', notes: 'Bring the drone' },
  });
});

it('CAL-1 Take theirs shows the stored booking, and nothing is left to discard', async () => {
  const { portal, form, notice } = await openConflict();
  await portal.user.click(notice.getByRole('button', { name: 'Take theirs' }));
  expect(form.getByLabelText('Client *')).toHaveValue('Asha Kale');
  expect(form.getByLabelText('Notes')).toHaveValue('Bring the drone');
  expect(form.queryByRole('alert')).toBeNull();
  await portal.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('CAL-4 a conflict of muhurat dates shows both lists; staff keep theirs or mine', async () => {
  const server = startCalendar();
  const theirs = { year: 2027, days: [{ day: '2027-03-01', name: 'Vivah' }], version: 'w' };
  server.on('GET /api/muhurats/2027', { status: 200, body: { year: 2027, days: [], version: 'v' } });
  server.on('PUT /api/muhurats/2027', changedByEsha(theirs));
  expectApiErrors();
  const portal = await renderPortal(PATH);
  await portal.user.click(await screen.findByRole('button', { name: 'Muhurat dates' }));
  const field = await screen.findByLabelText('One date per line, with a name if you like');
  fireEvent.change(field, { target: { value: '2027-02-04 Haldi' } });
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText(/^Esha Editor changed this list of dates today at/)).toBeVisible();
  expect(notice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['2027-03-01 Vivah', '2027-02-04 Haldi'],
  ]);
  await portal.user.click(notice.getByRole('button', { name: 'Take theirs' }));
  expect(field).toHaveValue('2027-03-01 Vivah');
  fireEvent.change(field, { target: { value: '2027-03-01 Vivah\n2027-03-02' } });
  server.on('PUT /api/muhurats/2027', changedByEsha({ ...theirs, days: [], version: 'x' }));
  await portal.user.click(screen.getByRole('button', { name: 'Save' }));
  const keep = await screen.findByRole('button', { name: 'Keep mine' });
  expect(server.bodies['PUT /api/muhurats/2027']).toMatchObject({ version: 'w' });
  server.on('PUT /api/muhurats/2027', { status: 200, body: { ...theirs, version: 'y' } });
  await portal.user.click(keep);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.bodies['PUT /api/muhurats/2027']).toMatchObject({ version: 'x' });
});

it('ADM-SHELL-5 paper that is narrower than the window keeps the month', async () => {
  startCalendar();
  let isPrinting = false;
  const listeners = new Set<() => void>();
  const matches = (query: string) => (isPrinting ? !query.startsWith('screen') : query === 'screen');
  window.matchMedia = ((query: string) => ({
    get matches() {
      return matches(query);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  })) as never;
  try {
    await renderPortal(`/dashboard/calendar?month=${MONTH}`);
    const month = await screen.findByRole('table');
    isPrinting = true;
    act(() => {
      for (const listener of listeners) listener();
    });
    expect(month).toBeVisible();
  } finally {
    window.matchMedia = undefined as never;
  }
});
