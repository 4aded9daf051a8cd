import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './inquiries-page';
import { axeViolations, EDITOR, expectApiErrors, type Portal, renderPortal, settle } from '../../testing/render-portal';
import { sampleInquiry } from '../../testing/sample-data';
import { type Answer, ConnectionLost, problem, startTestServer, type TestServer } from '../../testing/test-server';

const PAGE = '/dashboard/inquiries';
const inbox = () => within(screen.getByRole('region', { name: 'Inbox' }));
const names = () =>
  inbox()
    .getAllByRole('listitem')
    .map((item) => item.querySelector('strong')?.textContent);
const detail = (name: string) => within(screen.getByRole('region', { name: `Inquiry from ${name}` }));
const sample = () => [
  sampleInquiry(1),
  sampleInquiry(30, { phone: '+44 20 7946 0000', eventType: 'other', message: 'At the lake' }),
  sampleInquiry(3, { status: 'Responded', eventType: 'newborn' }),
  sampleInquiry(2, { status: 'Booked', phone: null, email: 'two@example.com' }),
];
/** Answered long ago, so that they come after the others. */
const manyAnswered = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleInquiry(1000 + index, { status: 'Booked' }));
const stageOf = ({ status }: Inquiry) => (status === 'Responded' ? 'Replied' : status);
const notes = (name: string) => detail(name).getByLabelText('Internal notes');

async function open(): Promise<Portal> {
  const portal = await renderPortal(PAGE, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 30' });
  return portal;
}

it('ADM-INQ-1 an editor reads inquiries, the earliest reply due first, with a mark when it is overdue', async () => {
  startTestServer({ inquiries: sample() });
  await open();
  expect(names()).toEqual(['Visitor 30', 'Visitor 1', 'Visitor 2', 'Visitor 3']);
  const first = inbox().getAllByRole('listitem')[0] as HTMLElement;
  expect(within(first).getByText('Overdue')).toBeVisible();
  expect(detail('Visitor 30').getByText(/Overdue by 6 h/)).toBeVisible();
  expect(inbox().getByRole('link', { name: /CSV/ })).toHaveAttribute('href', '/api/inquiries.csv');
  expect(await axeViolations()).toEqual([]);
});

it('MSG-2 an open inquiry shows the reference that the visitor was given', async () => {
  startTestServer({ inquiries: sample() });
  await open();
  expect(detail('Visitor 30').getByText('Reference').nextSibling).toHaveTextContent('GOD-2611-7K3PX30');
});

it('CLIENT-5 a row names the day of the next task, and is overdue only after that day', async () => {
  const endOfDay = (daysFromNow: number) => `${addDays(todayInIndia(), daysFromNow)}T18:29:59.999Z`;
  const due = (number: number, dueAt: string) => sampleInquiry(number, { status: 'Responded', dueAt });
  startTestServer({ inquiries: [due(30, '2026-11-20T18:29:59.999Z'), due(1, endOfDay(0)), due(2, endOfDay(1))] });
  await open();
  const rows = inbox()
    .getAllByRole('listitem')
    .map((item) => [item.querySelector('[data-facts]')?.textContent, /Overdue/.test(item.textContent ?? '')]);
  expect(rows).toEqual([
    ['Due 20 Nov 2026', true],
    ['Due today', false],
    ['Due tomorrow', false],
  ]);
});

it('ADM-INQ-1 status, type and search filter all inquiries and the CSV', async () => {
  startTestServer({ inquiries: [...sample(), ...manyAnswered(120)] });
  const portal = await open();
  const csv = () => inbox().getByRole('link', { name: /CSV/ }).getAttribute('href');
  expect(names()).toHaveLength(51);
  await portal.user.click(inbox().getByRole('button', { name: 'New 2' }));
  await waitFor(() => expect(names()).toEqual(['Visitor 30', 'Visitor 1']));
  await portal.user.type(inbox().getByLabelText('Search inquiries'), 'LAKE');
  await waitFor(() => expect(names()).toEqual(['Visitor 30']));
  expect(csv()).toBe('/api/inquiries.csv?status=New&q=LAKE');
  expect(await inbox().findByRole('button', { name: 'New 1' })).toBeVisible();
  await portal.user.selectOptions(inbox().getByLabelText('Photography type'), 'newborn');
  expect(await inbox().findByRole('heading', { name: 'No inquiries found' })).toBeVisible();
  await portal.user.click(inbox().getByRole('button', { name: 'Clear search and filter' }));
  await waitFor(() => expect(names()).toHaveLength(51));
  expect(inbox().getByLabelText('Search inquiries')).toHaveValue('');
  await portal.user.type(inbox().getByLabelText('Search inquiries'), 'Visitor 1119');
  await waitFor(() => expect(names()).toEqual(['Visitor 1119']));
});

it('ADM-INQ-1 loads the next page at the end of the list', async () => {
  startTestServer({ inquiries: [...sample(), ...manyAnswered(120)] });
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(names()).toHaveLength(101));
  await portal.user.click(inbox().getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(names()).toHaveLength(124));
  expect(new Set(names()).size).toBe(124);
  expect(inbox().queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('ADM-SHELL-5 on paper a list that is not complete says so, with the count of its filter', async () => {
  startTestServer({ inquiries: [...sample(), ...manyAnswered(120)] });
  const portal = await open();
  expect(await inbox().findByText('The first 50 of 124 inquiries. Export as CSV for all.')).toBeInTheDocument();
  await portal.user.click(inbox().getByRole('button', { name: 'Booked 121' }));
  expect(await inbox().findByText('The first 50 of 121 inquiries. Export as CSV for all.')).toBeInTheDocument();
  await portal.user.click(inbox().getByRole('button', { name: 'New 2' }));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(inbox().queryByText(/Export as CSV for all/)).not.toBeInTheDocument();
});

it('ADM-INQ-1 opening an inquiry changes the marks of two rows, and nothing else of the inbox', async () => {
  startTestServer({ inquiries: [...sample(), ...manyAnswered(120)] });
  const portal = await open();
  const changed = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records)
      if (target instanceof Element) changed.add(`${attributeName} of ${target.querySelector('strong')?.textContent}`);
  });
  const region = screen.getByRole('region', { name: 'Inbox' });
  observer.observe(region, { attributes: true, characterData: true, childList: true, subtree: true });
  await portal.user.keyboard('j');
  expect(detail('Visitor 1').getByRole('heading', { name: 'Visitor 1' })).toBeVisible();
  expect(document.activeElement).toHaveAttribute('aria-current', 'true');
  expect(document.activeElement).toHaveTextContent(/Visitor 1/);
  expect([...changed].sort()).toEqual(['aria-current of Visitor 1', 'aria-current of Visitor 30']);
  observer.disconnect();
});

it('ADM-INQ-1 ADM-PIPE-2 a row shows the requested dates; the filter offers the sources', async () => {
  const several = { eventEndDate: '2027-02-16', dateUndecided: true, source: 'Google' };
  const found = { heardFrom: 'google', utmSource: 'google', utmCampaign: 'diwali' } as const;
  const server = startTestServer({
    inquiries: sample().map((each) => (each._id === '30' ? { ...each, ...several, ...found } : each)),
  });
  const { user } = await open();
  expect(inbox().getByRole('button', { name: /Visitor 30/ })).toHaveTextContent(
    'For 14 Feb 2027 – 16 Feb 2027, not fixed yet',
  );
  await user.click(inbox().getByRole('button', { name: /Visitor 30/ }));
  expect(await screen.findByText('google / diwali')).toBeVisible();
  const source = screen.getByLabelText<HTMLSelectElement>('Source', { selector: 'select' });
  await waitFor(() =>
    expect([...source.options].map(({ text }) => text)).toEqual(['All sources', 'Instagram', 'Google']),
  );
  await user.selectOptions(source, 'Google');
  await waitFor(() => expect(server.calls).toContain('GET /api/inquiries?source=Google'));
  await waitFor(() => expect(server.calls).toContain('GET /api/inquiries/counts?source=Google'));
});

it('ADM-PIPE-2 a day of the date range can be typed in parts, and is applied when its year is complete', async () => {
  const server = startTestServer({ inquiries: sample() });
  await open();
  const from = screen.getByLabelText('Event from');
  // What a date field reports while '14112026' is typed.
  for (const day of ['0002-11-14', '0020-11-14', '0202-11-14']) {
    fireEvent.change(from, { target: { value: day } });
    expect(from).toHaveValue(day);
  }
  expect(server.calls.filter((call) => call.includes('from='))).toEqual([]);
  fireEvent.change(from, { target: { value: '2026-11-14' } });
  await waitFor(() => expect(server.calls).toContain('GET /api/inquiries?from=2026-11-14'));
  fireEvent.change(from, { target: { value: '0202-11-14' } });
  fireEvent.blur(from);
  expect(from).toHaveValue('2026-11-14');
  fireEvent.click(screen.getByText('Clear all filters'));
  await waitFor(() => expect(from).toHaveValue(''));
});

it('ADM-INQ-1 ADM-PIPE-2 on a phone the filters are a sheet that closes to show the list', async () => {
  window.matchMedia = (() => ({ matches: true, addEventListener() {}, removeEventListener() {} })) as never;
  try {
    const server = startTestServer({ inquiries: sample() });
    const { user } = await renderPortal(PAGE, EDITOR);
    const opener = await screen.findByRole('button', { name: 'Filters' });
    await user.click(opener);
    const sheet = within(screen.getByRole('dialog', { name: 'Sort, filter and views' }));
    expect(sheet.getByLabelText('Sort by')).toHaveFocus();
    await user.selectOptions(sheet.getByLabelText('Stage'), 'Replied');
    await user.selectOptions(sheet.getByLabelText('Due'), 'overdue');
    await waitFor(() => expect(server.calls).toContain('GET /api/inquiries?stage=Replied&due=overdue'));
    expect(await axeViolations()).toEqual([]);
    await user.click(sheet.getByRole('button', { name: 'Show inquiries' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(inbox().getByRole('button', { name: 'Filters (2)' })).toHaveFocus();
    await user.click(opener);
    await user.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    await user.click(opener);
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(inbox().getByRole('button', { name: 'Filters' })).toHaveFocus();
  } finally {
    window.matchMedia = undefined as never;
  }
});

it('ADM-INQ-1 offers a call and a WhatsApp reply with a polite first line, else an email', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  expect(detail('Visitor 1').getByRole('link', { name: 'Call 98220 12345' })).toHaveAttribute(
    'href',
    'tel:+919822012345',
  );
  const reply = new URL(
    detail('Visitor 1').getByRole('link', { name: 'Reply on WhatsApp' }).getAttribute('href') ?? '',
  );
  expect(reply.href).toContain('https://wa.me/919822012345?text=');
  expect(reply.searchParams.get('text')).toBe(
    'Namaste Visitor 1, this is Godhuli. Thank you for your inquiry about Wedding & Events.',
  );
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 2/ }));
  expect(detail('Visitor 2').queryByRole('link', { name: 'Reply on WhatsApp' })).not.toBeInTheDocument();
  expect(detail('Visitor 2').getByRole('link', { name: 'Send an email' })).toBeVisible();
});

it('ADM-INQ-1 sets the status with history, by click and by key, and moves with J and K', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(detail('Visitor 30').getByRole('radio', { name: 'Responded' }));
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, status: 'Responded' }));
  expect(await detail('Visitor 30').findByText(/by Asha Deshmukh/)).toBeVisible();
  expect(names()).toEqual(['Visitor 1', 'Visitor 2', 'Visitor 3', 'Visitor 30']);
  await portal.user.click(document.body);
  await portal.user.keyboard('j');
  expect(inbox().getByRole('button', { name: /Visitor 1/ })).toHaveFocus();
  await portal.user.keyboard('jk');
  expect(inbox().getByRole('button', { name: /Visitor 1/ })).toHaveFocus();
  await portal.user.keyboard('/');
  expect(inbox().getByLabelText('Search inquiries')).toHaveFocus();
  await portal.user.keyboard('j2');
  expect(inbox().getByLabelText('Search inquiries')).toHaveValue('j2');
});

it.each(['All', 'New'])(
  'ADM-INQ-1 each key sets the status of one inquiry and opens the next one, in %s',
  async (view) => {
    const waiting = [5, 4, 3, 2, 1].map((number) => sampleInquiry(number));
    const server = startTestServer({ inquiries: [...waiting, sampleInquiry(9, { status: 'Responded' })] });
    const portal = await renderPortal(PAGE, EDITOR);
    await screen.findByRole('region', { name: 'Inquiry from Visitor 5' });
    await portal.user.click(inbox().getByRole('button', { name: new RegExp(`^${view} `) }));
    await portal.user.click(document.body);
    await portal.user.keyboard('j23');
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Visitor 5', 'Visitor 2']));
    await portal.user.keyboard('k2');
    const status = (id: string) => server.inquiries.find(({ _id }) => _id === id)?.status;
    await waitFor(() => expect(server.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3));
    expect(['5', '4', '3', '2', '1'].map(status)).toEqual(['Responded', 'Responded', 'Booked', 'New', 'New']);
    expect(await screen.findByRole('region', { name: 'Inquiry from Visitor 2' })).toBeVisible();
  },
);

it('ADM-INQ-1 a change of status can be undone for ten seconds, by button and by key', async () => {
  const server = startTestServer({ inquiries: [2, 1].map((number) => sampleInquiry(number)) });
  const portal = await renderPortal(PAGE, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 2' });
  await portal.user.click(document.body);
  await portal.user.keyboard('3');
  expect(await screen.findByText('Visitor 2 is now Booked.')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.bodies['POST /api/inquiries/2/undo']).toEqual({ version: 2 }));
  expect(await screen.findByRole('region', { name: 'Inquiry from Visitor 2' })).toBeVisible();
  expect(detail('Visitor 2').getByText('Undone: New again')).toBeVisible();
  expect(detail('Visitor 2').getByRole('radio', { name: 'New' })).toBeChecked();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  await portal.user.click(document.body);
  await portal.user.keyboard('2');
  await screen.findByText('Visitor 2 is now Responded.');
  await portal.user.keyboard('z');
  await waitFor(() => expect(server.bodies['POST /api/inquiries/2/undo']).toEqual({ version: 4 }));
});

it('ADM-INQ-1 Z pressed twice or held undoes a change once', async () => {
  const server = startTestServer({ inquiries: [2, 1].map((number) => sampleInquiry(number)) });
  const portal = await renderPortal(PAGE, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 2' });
  const UNDO = 'POST /api/inquiries/2/undo';
  const undos = () => server.calls.filter((call) => call === UNDO);
  let answer: (answer: Answer) => void = () => undefined;
  server.on(UNDO, () => new Promise((resolve) => (answer = resolve)));
  await portal.user.click(document.body);
  await portal.user.keyboard('3');
  await screen.findByText('Visitor 2 is now Booked.');
  await portal.user.keyboard('zz{z>3/}');
  expect(undos()).toHaveLength(1);
  await settle(() => answer({ status: 200, body: server.inquiries.find(({ _id }) => _id === '2') }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(undos()).toHaveLength(1);
  expect(portal.toasts).toEqual([]);
});

it('ADM-INQ-1 saves notes, and never overwrites notes of others silently', async () => {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Called twice');
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
  server.inquiries = server.inquiries.map((inquiry) =>
    inquiry._id === '30' ? { ...inquiry, notes: 'Wants a film', version: 2 } : inquiry,
  );
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Save notes' }));
  expect(await detail('Visitor 30').findByRole('alert')).toHaveTextContent('Someone else changed this inquiry.');
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Reload' }));
  expect(await detail('Visitor 30').findByText('Wants a film')).toBeVisible();
  expect(notes('Visitor 30')).toHaveValue('Called twice');
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Save notes' }));
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 2, notes: 'Called twice' }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
});

it('ADM-INQ-1 another inquiry opens without a question, because the inbox keeps unsaved notes', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Called twice');
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  await screen.findByRole('region', { name: 'Inquiry from Visitor 1' });
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 30/ }));
  await screen.findByRole('region', { name: 'Inquiry from Visitor 30' });
  expect(notes('Visitor 30')).toHaveValue('Called twice');
  expect(portal.refusals).toEqual([]);
});

it.each([
  ['continued', ' today', 'Called today'],
  ['emptied again', '{Backspace>6/}', ''],
])('ADM-INQ-1 notes that are %s while they are saved stay, and are saved next', async (_, keys, text) => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Called');
  let response: (response: Answer) => void = () => undefined;
  server.on('PUT /api/inquiries/30', () => new Promise<Answer>((resolve) => (response = resolve)));
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Save notes' }));
  await portal.user.type(notes('Visitor 30'), keys);
  const saved = { ...sampleInquiry(30), notes: 'Called', version: 2 };
  server.inquiries = server.inquiries.map((inquiry) => (inquiry._id === '30' ? saved : inquiry));
  await settle(() => response({ status: 200, body: saved }));
  const button = await detail('Visitor 30').findByRole('button', { name: 'Save notes' });
  expect(notes('Visitor 30')).toHaveValue(text);
  expect(detail('Visitor 30').queryByText('Saved notes')).not.toBeInTheDocument();
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
  server.on('PUT /api/inquiries/30', { status: 200, body: { ...saved, notes: text, version: 3 } });
  await portal.user.click(button);
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 2, notes: text }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
});

it.each([
  ['undone after own notes were saved', false, { version: 3 }, 'New'],
  ['never undone over a later change by others', true, { version: 2 }, 'Booked'],
])('ADM-INQ-1 a change of status is %s', async (_, isChangedByOthers, sent, status) => {
  const server = startTestServer({ inquiries: [sampleInquiry(2)] });
  if (isChangedByOthers) expectApiErrors();
  const portal = await renderPortal(PAGE, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 2' });
  await portal.user.click(detail('Visitor 2').getByRole('radio', { name: 'Responded' }));
  await screen.findByText('Visitor 2 is now Responded.');
  const save = () => portal.user.click(detail('Visitor 2').getByRole('button', { name: 'Save notes' }));
  await portal.user.type(notes('Visitor 2'), 'Called');
  if (isChangedByOthers) {
    server.inquiries = server.inquiries.map((inquiry) => ({ ...inquiry, status: 'Booked', version: 3 }));
    await save();
    await portal.user.click(await detail('Visitor 2').findByRole('button', { name: 'Reload' }));
    expect(await detail('Visitor 2').findByRole('radio', { name: 'Booked' })).toBeChecked();
  }
  await save();
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.bodies['POST /api/inquiries/2/undo']).toEqual(sent));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument());
  expect(server.inquiries[0]).toMatchObject({ status, notes: 'Called' });
  expect(portal.toasts).toHaveLength(isChangedByOthers ? 2 : 0);
});

it('ADM-INQ-1 typed notes stay while another inquiry is read', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Called');
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 30/ }));
  expect(notes('Visitor 30')).toHaveValue('Called');
});

it('ADM-INQ-1 deletes after a confirmation, with undo', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Delete this inquiry' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(names()).toEqual(['Visitor 1', 'Visitor 2', 'Visitor 3']));
  const current = () => inbox().getAllByRole('button', { current: true });
  expect(current().map((row) => row.querySelector('strong')?.textContent)).toEqual(['Visitor 1']);
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(current()).toHaveLength(1);
  expect(
    detail(current()[0]?.querySelector('strong')?.textContent ?? '').getByRole('heading', { level: 2 }),
  ).toBeVisible();
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await waitFor(() => expect(inbox().queryByRole('button', { current: true })).toBeNull());
});

it('ADM-INQ-1 deletes several inquiries, with undo, and permanently', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 30/ }));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  await portal.user.click(inbox().getByRole('button', { name: 'Delete' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(names()).toEqual(['Visitor 2', 'Visitor 3']));
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toHaveLength(4));
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await portal.user.click(inbox().getByRole('button', { name: 'Select all 4' }));
  await portal.user.click(inbox().getByRole('button', { name: 'Delete permanently' }));
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete permanently' }));
  expect(await inbox().findByRole('heading', { name: 'No inquiries yet' })).toBeVisible();
  expect(server.inquiries).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(server.bodies['POST /api/inquiries/delete']).toMatchObject({
    permanently: true,
    versions: { 1: 1, 2: 1, 3: 1, 30: 1 },
  });
});

it('ADM-PIPE-4 several inquiries get a stage by Apply alone, then the focus is on Undo', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  const apply = inbox().getByRole('button', { name: 'Apply' });
  expect(apply).toBeDisabled();
  const stage = inbox().getByRole('combobox', { name: 'Stage to set' });
  for (const step of ['New', 'Replied', 'Met']) await portal.user.selectOptions(stage, step);
  expect(server.calls).not.toContain('POST /api/inquiries/bulk');
  apply.focus();
  await portal.user.keyboard('{Enter}');
  expect(await screen.findByText('1 inquiry set to Met.')).toBeVisible();
  expect(server.bodies['POST /api/inquiries/bulk']).toMatchObject({ items: [{ _id: '1' }], change: { stage: 'Met' } });
  expect(inbox().getByRole('button', { name: 'Select several' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
});

const select = async (portal: Portal, ...rows: string[]) => {
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  for (const row of rows) await portal.user.click(inbox().getByRole('button', { name: new RegExp(`^${row} `) }));
};
const changeStage = async ({ user }: Portal) => {
  await user.selectOptions(inbox().getByRole('combobox', { name: 'Stage to set' }), 'Met');
  await user.click(inbox().getByRole('button', { name: 'Apply' }));
};
const deleteSelected = async ({ user }: Portal) => {
  await user.click(inbox().getByRole('button', { name: 'Delete' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
};
const stagesOf = (server: TestServer) =>
  Object.fromEntries(server.inquiries.map(({ _id, stage }) => [_id, stage]).sort());

it('ADM-PIPE-4 Undo sets each inquiry back to its own stage, and says how many others have changed', async () => {
  const server = startTestServer({ inquiries: sample().map((each) => ({ ...each, stage: stageOf(each) })) });
  const portal = await open();
  await select(portal, 'Visitor 1', 'Visitor 2', 'Visitor 3');
  await portal.user.selectOptions(inbox().getByRole('combobox', { name: 'Stage to set' }), 'Met');
  await portal.user.click(inbox().getByRole('button', { name: 'Apply' }));
  await screen.findByText('3 inquiries set to Met.');
  server.inquiries = server.inquiries.map((each) =>
    each._id === '3' ? { ...each, stage: 'Quoted', version: each.version + 1 } : each,
  );
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stagesOf(server)).toEqual({ 1: 'New', 2: 'Booked', 3: 'Quoted', 30: 'New' }));
  await waitFor(() =>
    expect(portal.toasts).toMatchObject([
      {
        title: '2 of 3 inquiries set back',
        description: '1 inquiry was changed or deleted since, and was not set back.',
      },
    ]),
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each([
  ['a change of stage', '3 inquiries set to Met.', changeStage],
  ['a deletion', 'Deleted 3 inquiries.', deleteSelected],
])('ADM-PIPE-4 after Undo of %s of several the focus is on the row of the open inquiry', async (_, message, change) => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await select(portal, 'Visitor 1', 'Visitor 2', 'Visitor 3');
  await change(portal);
  await screen.findByText(message);
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  await waitFor(() => expect(inbox().getByRole('button', { name: /Visitor 30/ })).toHaveFocus());
});

it('ADM-PIPE-4 Undo takes several inquiries back from the likely spam', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await select(portal, 'Visitor 1', 'Visitor 2');
  await portal.user.click(inbox().getByRole('button', { name: 'Mark as spam' }));
  await screen.findByText('2 inquiries marked as spam.');
  await waitFor(() => expect(names()).toEqual(['Visitor 30', 'Visitor 3']));
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toHaveLength(4));
  expect(server.bodies['POST /api/inquiries/bulk/undo']).toEqual({
    items: ['1', '2'].map((_id) => ({ _id, version: 2, quarantined: false })),
  });
});

it('ADM-PIPE-4 a bulk change of stage and owner says what was set, and to whom', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await select(portal, 'Visitor 1', 'Visitor 2');
  await portal.user.selectOptions(inbox().getByRole('combobox', { name: 'Owner to set' }), 'Asha Deshmukh');
  await changeStage(portal);
  expect(await screen.findByText('2 inquiries set to Met and given to Asha Deshmukh.')).toBeVisible();
  await select(portal, 'Visitor 3');
  await portal.user.selectOptions(inbox().getByRole('combobox', { name: 'Owner to set' }), 'Nobody');
  await changeStage(portal);
  expect(await screen.findByText('1 inquiry set to Met and left without an owner.')).toBeVisible();
});

it('ADM-PIPE-4 several inquiries that are not spam are said to be in the inbox', async () => {
  const spam = [5, 6].map((id) => sampleInquiry(id, { quarantined: true }));
  startTestServer({ inquiries: [...sample(), ...spam] });
  const portal = await open();
  await portal.user.click(await inbox().findByRole('button', { name: '2 inquiries in Likely spam' }));
  await waitFor(() => expect(names()).toHaveLength(2));
  await select(portal, 'Visitor 5', 'Visitor 6');
  await portal.user.click(inbox().getByRole('button', { name: 'Not spam' }));
  await waitFor(() => expect(portal.toasts).toMatchObject([{ title: '2 inquiries moved to the inbox' }]));
});

it('ADM-PIPE-4 after Dismiss the focus is on the page', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await open();
  await select(portal, 'Visitor 1');
  await changeStage(portal);
  await screen.findByText('1 inquiry set to Met.');
  await portal.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('ADM-PIPE-4 a bulk change that fails keeps selection and choice, and Apply tries again', async () => {
  const server = startTestServer({ inquiries: sample() });
  server.on('POST /api/inquiries/bulk', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await open();
  await select(portal, 'Visitor 1', 'Visitor 30');
  await portal.user.selectOptions(inbox().getByRole('combobox', { name: 'Stage to set' }), 'Quoted');
  await portal.user.click(inbox().getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not change these inquiries'));
  expect(inbox().getByText('2 selected')).toBeVisible();
  server.on('POST /api/inquiries/bulk', ({ body }) => {
    const { items } = body as { items: { _id: string }[] };
    return { status: 200, body: { changed: items.map(({ _id }) => _id), conflicts: [] } };
  });
  await portal.user.click(inbox().getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('2 inquiries set to Quoted.')).toBeVisible();
});

it('ADM-PIPE-4 after a search the bar counts and deletes only the selected ones in the list', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await portal.user.click(inbox().getByRole('button', { name: 'Select all 4' }));
  await portal.user.type(inbox().getByLabelText('Search inquiries'), 'lake');
  await waitFor(() => expect(names()).toEqual(['Visitor 30']));
  expect(inbox().getByText('1 selected, 3 more not in this list')).toBeVisible();
  await portal.user.click(inbox().getByRole('button', { name: 'Delete' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText(/The inquiry from Visitor 30/)).toBeVisible();
  await portal.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.bodies['POST /api/inquiries/delete']).toMatchObject({ ids: ['30'] }));
  await portal.user.clear(inbox().getByLabelText('Search inquiries'));
  expect(await inbox().findByText('3 selected')).toBeVisible();
});

/** What Chromium does at an arrow key on a closed list. */
const stepTo = (list: HTMLElement, value: string) => {
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  fireEvent.change(list, { target: { value } });
};
const stageField = (name: string) => detail(name).getByRole('combobox', { name: 'Stage' });

it('ADM-PIPE-1 arrow keys step through the stages of an inquiry, and Enter saves the last one', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  const saves = () => server.calls.filter((call) => call === 'PUT /api/inquiries/30');
  const list = stageField('Visitor 30');
  for (const stage of ['Replied', 'Met', 'Quoted']) stepTo(list, stage);
  expect(list).toHaveValue('Quoted');
  expect(list).toHaveAccessibleDescription('Press Enter to save or Escape to cancel.');
  expect(saves()).toEqual([]);
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
  fireEvent.keyDown(list, { key: 'Escape' });
  expect(list).toHaveValue('New');
  for (const stage of ['Replied', 'Met']) stepTo(list, stage);
  fireEvent.keyDown(list, { key: 'Enter' });
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, stage: 'Met' }));
  fireEvent.blur(list);
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  expect(saves()).toHaveLength(1);
});

it('ADM-PIPE-1 a stage chosen with the pointer is saved at once', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  await portal.user.selectOptions(stageField('Visitor 30'), 'Held');
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, stage: 'Held' }));
});

it('ADM-PIPE-1 a stage that was stepped to is saved when another inquiry is opened', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  stepTo(stageField('Visitor 30'), 'Met');
  portal.goTo('/admin/dashboard/inquiries#1');
  await screen.findByRole('region', { name: 'Inquiry from Visitor 1' });
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, stage: 'Met' }));
  expect(stagesOf(server)).toMatchObject({ 1: 'New', 30: 'Met' });
});

it('ADM-PIPE-1 a stage Lost asks for the reason when it is left, and Cancel keeps the stage', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  stepTo(stageField('Visitor 30'), 'Lost');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(stageField('Visitor 30'), { key: 'Enter' });
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(stageField('Visitor 30')).toHaveValue('New');
  await portal.user.selectOptions(stageField('Visitor 30'), 'Lost');
  await portal.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as lost' }));
  await waitFor(() =>
    expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, stage: 'Lost', lostReason: 'Too expensive' }),
  );
});

it('ADM-PIPE-1 city and value guard what is typed until it is saved, also after a failure', async () => {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  const city = () => detail('Visitor 30').getByLabelText('City');
  await portal.user.type(city(), 'Pune');
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
  server.on('PUT /api/inquiries/30', () => {
    throw new ConnectionLost();
  });
  await portal.user.keyboard('{Enter}');
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not save the inquiry from Visitor 30'));
  await waitFor(() => expect(portal.unsavedChanges()).toMatch(/unsaved changes/));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 30/ }));
  expect(city()).toHaveValue('Pune');
  server.on('PUT /api/inquiries/30', { status: 200, body: { ...sampleInquiry(30), city: 'Pune', version: 2 } });
  await portal.user.type(city(), '{Enter}');
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  await portal.user.type(detail('Visitor 30').getByLabelText('Value (₹)'), 'about a lakh{Enter}');
  expect(detail('Visitor 30').getByText('Please enter whole rupees.')).toBeVisible();
  expect(portal.unsavedChanges()).toMatch(/unsaved changes/);
});

const CHANGED = { stage: 'Met', status: 'Responded', source: 'Fair' } as const;
/** Changes a field of inquiry 30 without a connection, then brings the connection back. */
async function failToSave(change: (portal: Portal) => Promise<void>) {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  server.on('PUT /api/inquiries/30', () => {
    throw new ConnectionLost();
  });
  await change(portal);
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  server.on('PUT /api/inquiries/30', { status: 200, body: { ...sampleInquiry(30), ...CHANGED, version: 2 } });
  return { server, portal };
}

it.each([
  ['Stage', ({ user }: Portal) => user.selectOptions(stageField('Visitor 30'), 'Met')],
  ['Source', ({ user }: Portal) => user.type(detail('Visitor 30').getByLabelText('Source'), 'Fair{Enter}')],
])("ADM-PIPE-1 '%s' says that it is not saved, and 'Try again' saves it", async (label, change) => {
  const { portal } = await failToSave(change);
  const field = detail('Visitor 30').getByLabelText(label);
  await waitFor(() => expect(field).toHaveAccessibleDescription('Not saved.'));
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: `Try again: ${label}` }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  expect(field).toHaveAccessibleDescription('');
  expect(field).toHaveValue(label === 'Stage' ? 'Met' : 'Fair');
});

it('ADM-PIPE-1 a stage Lost that was not saved is saved with its reason when the browser is online', async () => {
  const { server, portal } = await failToSave(async ({ user }) => {
    await user.selectOptions(stageField('Visitor 30'), 'Lost');
    await user.click(screen.getByRole('button', { name: 'Mark as lost' }));
  });
  server.bodies = {};
  fireEvent(window, new Event('online'));
  const body = { version: 1, stage: 'Lost', lostReason: 'Too expensive' };
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual(body));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
});

const putsOf30 = ({ calls }: TestServer) => calls.filter((call) => call === 'PUT /api/inquiries/30').length;

it.each([409, 422])(
  'ADM-PIPE-1 a save that ended with %s is not repeated when the browser is online',
  async (status) => {
    const server = startTestServer({ inquiries: sample() });
    expectApiErrors();
    const { user } = await open();
    server.on('PUT /api/inquiries/30', problem(status, 'Not saved'));
    await user.type(detail('Visitor 30').getByLabelText('City'), 'Pune{Enter}');
    await detail('Visitor 30').findByRole('button', { name: 'Try again: City' });
    await settle(() => fireEvent(window, new Event('online')));
    expect(putsOf30(server)).toBe(1);
  },
);

it("ADM-PIPE-1 after Reload nothing replaces a colleague's value until the user saves", async () => {
  const { server, portal } = await failToSave(({ user }) =>
    user.type(detail('Visitor 30').getByLabelText('City'), 'Pune{Enter}'),
  );
  server.inquiries = server.inquiries.map((each) =>
    each._id === '30' ? { ...each, city: 'Nashik', version: 2 } : each,
  );
  server.on('PUT /api/inquiries/30', ({ body }) => {
    if ('city' in (body as Partial<Inquiry>)) throw new ConnectionLost();
    return problem(409, 'Someone else changed this inquiry.');
  });
  await portal.user.type(detail('Visitor 30').getByLabelText('Source'), 'Fair{Enter}');
  await portal.user.click(await detail('Visitor 30').findByRole('button', { name: 'Reload' }));
  expect(await detail('Visitor 30').findByText('Someone else changed this to Nashik.')).toBeVisible();
  const before = putsOf30(server);
  await settle(() => fireEvent(window, new Event('online')));
  expect(putsOf30(server)).toBe(before);
  expect(detail('Visitor 30').getByLabelText('City')).toHaveValue('Pune');
  expect(detail('Visitor 30').getByRole('button', { name: 'Try again: City' })).toBeVisible();
});

it('ADM-PIPE-1 a stage chosen while another one is saved is saved after it', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  let respond: () => void = () => undefined;
  const answer = { status: 200, body: { ...sampleInquiry(30), ...CHANGED, version: 2 } };
  server.on('PUT /api/inquiries/30', () => new Promise((resolve) => (respond = () => resolve(answer))));
  await portal.user.selectOptions(stageField('Visitor 30'), 'Met');
  await portal.user.selectOptions(stageField('Visitor 30'), 'Quoted');
  respond();
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 2, stage: 'Quoted' }));
});

it("ADM-PIPE-1 'Nobody' that is corrected while it is being saved is corrected after it", async () => {
  const owned = { ownerId: '1', ownerName: 'Asha Deshmukh' };
  const server = startTestServer({ inquiries: sample().map((each) => ({ ...each, ...owned })) });
  const portal = await open();
  let respond: () => void = () => undefined;
  const answer = { status: 200, body: sampleInquiry(30, { version: 2 }) };
  server.on('PUT /api/inquiries/30', () => new Promise((resolve) => (respond = () => resolve(answer))));
  const owner = () => detail('Visitor 30').getByRole('combobox', { name: 'Owner' });
  await portal.user.selectOptions(owner(), 'Nobody');
  expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, ownerId: null });
  await portal.user.selectOptions(owner(), 'Asha Deshmukh');
  respond();
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 2, ownerId: '1' }));
  expect(owner()).toHaveValue('1');
});

/** Types a city, goes elsewhere while it is being saved, and then lets the save fail. */
async function leaveDuringSave(link: (portal: Portal) => HTMLElement) {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  let fail: () => void = () => undefined;
  server.on('PUT /api/inquiries/30', () => new Promise((_, reject) => (fail = () => reject(new ConnectionLost()))));
  await portal.user.type(detail('Visitor 30').getByLabelText('City'), 'Pune');
  await portal.user.click(link(portal));
  await waitFor(() => expect(portal.navigations).not.toEqual([]));
  await settle(() => fail());
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not save the inquiry from Visitor 30'));
  return { server, portal };
}

it.each([
  ['another page', () => screen.getByRole('link', { name: 'Blog' })],
  ['another inquiry', () => inbox().getByRole('button', { name: /Visitor 1/ })],
])('ADM-PIPE-1 a city whose save fails after %s was opened is kept in its inquiry', async (_, link) => {
  const { server, portal } = await leaveDuringSave(link);
  server.on('PUT /api/inquiries/30', () => {
    throw new ConnectionLost();
  });
  expect(portal.toasts.at(-1)?.description).toContain('Your change is kept in the inquiry until it is saved.');
  portal.goTo('/admin/dashboard/inquiries#30');
  await screen.findByRole('region', { name: 'Inquiry from Visitor 30' });
  expect(detail('Visitor 30').getByLabelText('City')).toHaveValue('Pune');
  await waitFor(() => expect(portal.unsavedChanges()).toMatch(/unsaved changes/));
});

it('ADM-PIPE-1 a city whose save failed after the inbox was left is saved when it is opened again', async () => {
  const { server, portal } = await leaveDuringSave(() => screen.getByRole('link', { name: 'Blog' }));
  const saved = sampleInquiry(30, { city: 'Pune', version: 2 });
  server.on('PUT /api/inquiries/30', () => {
    server.inquiries = [saved];
    return { status: 200, body: saved };
  });
  server.bodies = {};
  portal.goTo('/admin/dashboard/inquiries#30');
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toEqual({ version: 1, city: 'Pune' }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  expect(detail('Visitor 30').getByLabelText('City')).toHaveValue('Pune');
});

it('ADM-PIPE-1 a city that someone else has changed is a conflict, and both are shown', async () => {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  await portal.user.type(detail('Visitor 30').getByLabelText('City'), 'Pune');
  server.inquiries = server.inquiries.map((each) =>
    each._id === '30' ? { ...each, city: 'Nashik', version: 2 } : each,
  );
  await portal.user.keyboard('{Enter}');
  await portal.user.click(await detail('Visitor 30').findByRole('button', { name: 'Reload' }));
  expect(await detail('Visitor 30').findByText('Someone else changed this to Nashik.')).toBeVisible();
  await portal.user.type(detail('Visitor 30').getByLabelText('City'), '{Enter}');
  await waitFor(() => expect(server.inquiries.find(({ _id }) => _id === '30')?.city).toBe('Pune'));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
});

it('ADM-INQ-1 notes that are too long are kept whole and refused with the reason', async () => {
  const server = startTestServer({ inquiries: sample() });
  const portal = await open();
  notes('Visitor 30').focus();
  await portal.user.paste('x'.repeat(5012));
  expect(notes('Visitor 30')).toHaveValue('x'.repeat(5012));
  const reason = 'Please use at most 5,000 characters. This text has 5,012.';
  expect(notes('Visitor 30')).toHaveAccessibleDescription(expect.stringContaining(reason));
  expect(notes('Visitor 30')).toBeInvalid();
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Save notes' }));
  expect(notes('Visitor 30')).toHaveFocus();
  expect(server.calls).not.toContain('PUT /api/inquiries/30');
  await portal.user.keyboard('{Backspace>12/}');
  expect(detail('Visitor 30').getByText(/5,000 of 5,000 characters/)).toBeVisible();
  await portal.user.click(detail('Visitor 30').getByRole('button', { name: 'Save notes' }));
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/30']).toMatchObject({ notes: 'x'.repeat(5000) }));
});

const deleteOpen = async (portal: Portal, name: string) => {
  await portal.user.click(detail(name).getByRole('button', { name: 'Delete this inquiry' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
};

it('ADM-INQ-2 typed notes are saved before their inquiry is deleted; if that fails nothing is deleted', async () => {
  const server = startTestServer({ inquiries: sample() });
  expectApiErrors();
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Wants an album');
  server.on('PUT /api/inquiries/30', () => {
    throw new ConnectionLost();
  });
  await deleteOpen(portal, 'Visitor 30');
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('Nothing was deleted'));
  expect(server.calls).not.toContain('POST /api/inquiries/delete');
  expect(notes('Visitor 30')).toHaveValue('Wants an album');
  const saved = { ...sampleInquiry(30), notes: 'Wants an album', version: 2 };
  server.on('PUT /api/inquiries/30', () => {
    server.inquiries = server.inquiries.map((each) => (each._id === '30' ? saved : each));
    return { status: 200, body: saved };
  });
  await deleteOpen(portal, 'Visitor 30');
  await waitFor(() => expect(server.deleted).toMatchObject([{ _id: '30', notes: 'Wants an album' }]));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
});

it('ADM-INQ-2 Deleted lists deleted inquiries by page and restores one and several', async () => {
  const server = startTestServer({ inquiries: sample() });
  server.deleted = Array.from({ length: 60 }, (_, index) => sampleInquiry(100 + index));
  const portal = await open();
  await portal.user.type(notes('Visitor 30'), 'Kept');
  await portal.user.click(inbox().getByRole('button', { name: 'Deleted' }));
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Deleted inquiries' })).findAllByRole('checkbox');
  await waitFor(async () => expect(await rows()).toHaveLength(50));
  expect(screen.getAllByText(/Will be deleted permanently 28 Dec 2026/)[0]).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await rows()).toHaveLength(60));
  await portal.user.click(screen.getByRole('button', { name: 'Restore Visitor 159' }));
  await waitFor(async () => expect(await rows()).toHaveLength(59));
  expect(screen.getByRole('heading', { name: 'Deleted inquiries' })).toHaveFocus();
  expect(portal.toasts.at(-1)?.description).toBe('The inquiry from Visitor 159 was restored.');
  await portal.user.click(screen.getByRole('checkbox', { name: 'Select Visitor 158' }));
  await portal.user.click(screen.getByRole('checkbox', { name: 'Select Visitor 157' }));
  expect(screen.getByText('2 selected')).toBeVisible();
  server.deleted = server.deleted.filter(({ _id }) => _id !== '157');
  await portal.user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('1 of 2 inquiries restored'));
  await portal.user.click(screen.getByRole('button', { name: 'Back to the inbox' }));
  await waitFor(() => expect(names()).toHaveLength(6));
  expect(notes('Visitor 30')).toHaveValue('Kept');
});

it('ADM-INQ-2 Deleted says who deleted an inquiry and when, and has a search', async () => {
  const server = startTestServer({ inquiries: sample() });
  server.deleted = Array.from({ length: 60 }, (_, index) => sampleInquiry(100 + index));
  const portal = await open();
  await portal.user.click(inbox().getByRole('button', { name: 'Deleted' }));
  const rows = () => within(screen.getByRole('list', { name: 'Deleted inquiries' })).getAllByRole('checkbox');
  expect((await screen.findAllByText(/Deleted .* by Ravi Kale\. Will be deleted permanently/))[0]).toBeVisible();
  const search = screen.getByLabelText('Search deleted inquiries');
  await portal.user.type(search, 'Visitor 104');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(server.calls).toContain('GET /api/inquiries/deleted?q=Visitor+104');
  await portal.user.type(search, ' or nobody');
  expect(await screen.findByText('No deleted inquiry matches this search.')).toBeVisible();
});

it('ADM-INQ-2 Back to the inbox from Deleted keeps the filter and the open inquiry', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await renderPortal(`${PAGE}?status=New#1`, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 1' });
  await portal.user.click(inbox().getByRole('button', { name: 'Deleted' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Back to the inbox' }));
  expect(portal.navigations.at(-1)).toBe('/admin/dashboard/inquiries?status=New#1');
  await waitFor(() => expect(names()).toEqual(['Visitor 30', 'Visitor 1']));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('ADM-PIPE-2 a shared view is deleted after a question, by those who may', async () => {
  const server = startTestServer({ inquiries: sample() });
  const view = { query: '', isShared: true };
  const mine = { ...view, _id: '1', name: 'Mine', isOwn: true, canDelete: true };
  const theirs = { ...view, _id: '2', name: 'Theirs', isOwn: false, canDelete: false };
  server.on('GET /api/inquiries/views', { status: 200, body: [mine, theirs] });
  server.on('DELETE /api/inquiries/views/1', { status: 204 });
  const portal = await open();
  await portal.user.click(inbox().getByText('Sort, filter and views'));
  await portal.user.click(await screen.findByRole('button', { name: 'Delete the view Mine' }));
  expect(server.calls).not.toContain('DELETE /api/inquiries/views/1');
  const question = within(screen.getByRole('alertdialog', { name: 'Delete the view Mine?' }));
  expect(question.getByText(/It will be deleted for everyone/)).toBeVisible();
  await portal.user.click(question.getByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/inquiries/views/1'));
  expect(screen.queryByRole('button', { name: 'Delete the view Theirs' })).toBeNull();
});

it('ADM-PIPE-2 a view that was not deleted is named, with the reason', async () => {
  const server = startTestServer({ inquiries: sample() });
  const view = { _id: '1', name: 'Mine', query: '', isShared: true, isOwn: true, canDelete: true };
  server.on('GET /api/inquiries/views', { status: 200, body: [view] });
  server.on('DELETE /api/inquiries/views/1', problem(403, 'Only an admin can delete it.'));
  expectApiErrors();
  const portal = await open();
  await portal.user.click(inbox().getByText('Sort, filter and views'));
  await portal.user.click(await screen.findByRole('button', { name: 'Delete the view Mine' }));
  await portal.user.click(screen.getByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(portal.toasts).toHaveLength(1));
  expect(portal.toasts[0]).toMatchObject({
    title: 'We could not delete the view Mine',
    description: 'Only an admin can delete it.',
  });
});

it('ADM-INQ-1 a deletion that fails halfway reports how many were deleted, and the list shows the rest', async () => {
  const many = Array.from({ length: 205 }, (_, index) => sampleInquiry(index + 1, { status: 'Booked' }));
  const server = startTestServer({ inquiries: many });
  server.on('GET /api/inquiries', () => ({ status: 200, body: server.inquiries }));
  server.on('POST /api/inquiries/delete', ({ body }) => {
    const { ids } = body as { ids: string[] };
    if (ids.length < 200) return problem(503, 'The database is away.');
    server.deleted = server.inquiries.filter(({ _id }) => ids.includes(_id));
    server.inquiries = server.inquiries.filter(({ _id }) => !ids.includes(_id));
    return { status: 200, body: { count: ids.length } };
  });
  expectApiErrors();
  const portal = await renderPortal(PAGE, EDITOR);
  await waitFor(() => expect(names()).toHaveLength(205));
  await portal.user.click(inbox().getByRole('button', { name: 'Select several' }));
  await portal.user.click(inbox().getByRole('button', { name: 'Select all 205' }));
  await portal.user.click(inbox().getByRole('button', { name: 'Delete' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(names()).toHaveLength(5));
  expect(portal.toasts).toEqual([
    {
      title: 'We could not delete all of these inquiries',
      description: '200 of 205 inquiries were deleted. The database is away.',
      variant: 'destructive',
    },
  ]);
  await portal.user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.inquiries).toHaveLength(205));
  // 205 rows are many for jsdom on a busy machine.
}, 240_000);

it("ADM-INQ-1 likely spam has a list of its own, and 'Not spam' moves an inquiry into the inbox", async () => {
  const server = startTestServer({
    inquiries: [...sample(), sampleInquiry(5, { name: 'Fast Typist', quarantined: true })],
  });
  const portal = await open();
  expect(names()).not.toContain('Fast Typist');
  expect(screen.getByRole('link', { name: /^Inquiries 2 new\s*1 likely spam/ })).toBeVisible();
  await portal.user.click(await inbox().findByRole('button', { name: '1 inquiry in Likely spam' }));
  await waitFor(() => expect(names()).toEqual(['Fast Typist']));
  await screen.findByRole('region', { name: 'Inquiry from Fast Typist' });
  expect(detail('Fast Typist').queryByRole('radio')).not.toBeInTheDocument();
  expect(inbox().getByRole('link', { name: /CSV/ })).toHaveAttribute('href', '/api/inquiries.csv?quarantined=true');
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(detail('Fast Typist').getByRole('button', { name: 'Not spam' }));
  await waitFor(() => expect(server.bodies['PUT /api/inquiries/5']).toEqual({ version: 1, quarantined: false }));
  await waitFor(() => expect(names()).toContain('Fast Typist'));
  expect(names()).toHaveLength(5);
  expect(detail('Fast Typist').getByRole('radio', { name: 'New' })).toBeChecked();
  await waitFor(() => expect(inbox().queryByRole('button', { name: /likely spam/ })).not.toBeInTheDocument());
});

it('ADM-INQ-1 deletes all likely spam permanently after a confirmation', async () => {
  const spam = [7, 8].map((number) => sampleInquiry(number, { quarantined: true }));
  const server = startTestServer({ inquiries: [...sample(), ...spam] });
  const portal = await renderPortal(`${PAGE}?view=spam`);
  await portal.user.click(await inbox().findByRole('button', { name: 'Delete all likely spam' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText(/2 inquiries cannot be restored/)).toBeVisible();
  await portal.user.click(question.getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(server.inquiries).toHaveLength(4));
  expect(await inbox().findByRole('heading', { name: 'No likely spam' })).toBeVisible();
});

it('ADM-INQ-1 a URL opens an inquiry of a page that is not loaded; a deleted one shows a message', async () => {
  startTestServer({ inquiries: [...sample(), ...manyAnswered(120)] });
  const portal = await renderPortal(`${PAGE}#1119`, EDITOR);
  expect(await screen.findByRole('region', { name: 'Inquiry from Visitor 1119' })).toBeVisible();
  expectApiErrors();
  portal.unmount();
  const other = await renderPortal(`${PAGE}#777`, EDITOR);
  await waitFor(() => expect(other.toasts.at(-1)?.title).toBe('Inquiry not found'));
});

it('ADM-INQ-1 the URL contains the open inquiry, and a URL opens its inquiry', async () => {
  startTestServer({ inquiries: sample() });
  const portal = await renderPortal(`${PAGE}#2`, EDITOR);
  await screen.findByRole('region', { name: 'Inquiry from Visitor 2' });
  await portal.user.click(inbox().getByRole('button', { name: /Visitor 1/ }));
  expect(portal.navigations).toEqual(['/admin/dashboard/inquiries#1']);
  expect(screen.getByRole('region', { name: 'Inquiry from Visitor 1' })).toBeVisible();
});

it('ADM-INQ-1 a list that fails offers to try again, an empty one explains what appears here', async () => {
  const server = startTestServer();
  server.on('GET /api/inquiries', problem(500, 'Out of order.'));
  expectApiErrors();
  const portal = await renderPortal(PAGE);
  expect(await inbox().findByRole('alert')).toHaveTextContent('We could not load the inquiries.');
  expect(inbox().getByRole('button', { name: /^All/ })).not.toHaveTextContent('0');
  server.on('GET /api/inquiries', { status: 200, body: [] });
  await portal.user.click(inbox().getByRole('button', { name: 'Try again' }));
  expect(await inbox().findByRole('heading', { name: 'No inquiries yet' })).toBeVisible();
  expect(inbox().getByRole('button', { name: /^All/ })).toHaveTextContent('All 0');
});

it('ADM-INQ-1 a change that fails shows an error, and the old status stays', async () => {
  startTestServer({ inquiries: sample() }).on('PUT /api/inquiries/30', problem(500, 'Out of order.'));
  expectApiErrors();
  const portal = await open();
  await portal.user.click(detail('Visitor 30').getByRole('radio', { name: 'Booked' }));
  await waitFor(() => expect(portal.toasts.at(-1)?.title).toBe('We could not save the status of Visitor 30'));
  expect(detail('Visitor 30').getByRole('radio', { name: 'New' })).toBeChecked();
});
