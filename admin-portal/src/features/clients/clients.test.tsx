import type { Client } from '@godhuli/contracts/clients';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './clients-page';
import { ADMIN, axeViolations, EDITOR, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, ConnectionLost, problem, startTestServer } from '../../testing/test-server';

const AT = '2026-11-24T10:00:00.000Z';
const client: Client = {
  ...{ _id: '7', name: 'Meera Patil', language: 'mr', version: 3, lastAt: AT, createdAt: AT, inquiryCount: 1 },
  contacts: [
    { kind: 'phone', value: '98220 12345', key: '+919822012345' },
    { kind: 'email', value: 'meera@example.com', key: 'meera@example.com' },
  ],
  nextTaskOn: '2026-11-20',
  inquiries: [
    {
      ...{ _id: '4', reference: 'GOD-2611-7K3PXQ', eventType: 'wedding', eventDate: '2027-02-14', stage: 'New' },
      ...{ notes: '', createdAt: AT, eventEndDate: null, dateUndecided: false },
    },
  ],
  timeline: [
    {
      ...{ key: 'entry-1', kind: 'note', at: AT, by: 'Ravi', text: 'Prefers mornings', inquiryId: null },
      ...{ entryId: '1', fileUrl: null, file: null },
    },
    {
      ...{ key: 'inquiry-4', kind: 'inquiry', at: AT, by: 'Meera Patil', text: 'Two days', inquiryId: '4' },
      ...{ entryId: null, fileUrl: null, file: null },
    },
  ],
  isTimelineCut: false,
  tasks: [
    {
      ...{ _id: '9', text: 'Send the quote', dueOn: '2026-11-20', inquiryId: '4', doneAt: null, doneBy: null },
      ...{ createdBy: 'Ravi', createdAt: AT, version: 2 },
    },
  ],
  duplicates: [{ _id: '8', name: 'Om Patil', version: 1, inquiryCount: 2, shared: ['+919822012345'] }],
  merged: [{ _id: '6', name: 'Meeru', at: AT, by: 'Ravi' }],
};
const templates = [
  {
    ...{ _id: '1', name: 'First reply', version: 1 },
    texts: { en: 'Hello {name}, on {date}?', mr: 'नमस्कार {name}, {date}?', hi: '' },
  },
];

function startServer() {
  const server = startTestServer();
  const { timeline: _, tasks: __, duplicates: ___, merged: ____, ...row } = client;
  server.on('GET /api/clients', { status: 200, body: [row] });
  server.on('GET /api/clients/7', { status: 200, body: client });
  server.on('GET /api/reply-templates', { status: 200, body: templates });
  server.on('GET /api/packages', { status: 200, body: [] });
  return server;
}

/** A 409 that names what is stored, and who saved it. */
function conflict(current: object): Answer {
  const refusal = problem(409, 'Someone else changed this.');
  const members = { current, changedBy: 'Esha Editor', changedAt: new Date().toISOString() };
  return { ...refusal, body: { ...(refusal.body as object), ...members } };
}

it('CLIENT-8 staff find a client, read the record and add notes and tasks', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
  server.on('POST /api/clients/7/tasks', { status: 201, body: client.tasks[0] });
  server.on('PUT /api/client-tasks/9', { status: 200, body: { ...client.tasks[0], doneAt: AT, doneBy: 'Asha' } });
  const portal = await renderPortal('/dashboard/clients', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: /Meera Patil/ }));
  expect(await screen.findByRole('heading', { name: 'Meera Patil' })).toBeVisible();
  expect(screen.getByText('Prefers mornings')).toBeVisible();
  expect(screen.getByText(/Overdue since/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Privacy' })).toBe(null);
  expect(await axeViolations()).toEqual([]);
  await portal.user.selectOptions(screen.getByLabelText('Add to the timeline'), 'call');
  await portal.user.type(screen.getByLabelText('Text'), 'Asked for the price');
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  await waitFor(() =>
    expect(server.bodies['POST /api/clients/7/entries']).toEqual({ kind: 'call', text: 'Asked for the price' }),
  );
  await portal.user.type(screen.getByLabelText('New task'), 'Call back');
  await portal.user.click(screen.getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(server.bodies['POST /api/clients/7/tasks']).toMatchObject({ text: 'Call back' }));
  await portal.user.click(screen.getByRole('checkbox', { name: 'Send the quote' }));
  await waitFor(() => expect(server.bodies['PUT /api/client-tasks/9']).toEqual({ version: 2, isDone: true }));
});

it('MSG-2 the record of a client shows the reference of each inquiry', async () => {
  startServer();
  const portal = await renderPortal('/dashboard/clients', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: /Meera Patil/ }));
  expect((await screen.findByText('Inquiries', { selector: 'dt' })).nextSibling).toHaveTextContent('GOD-2611-7K3PXQ');
});

it('CLIENT-8 an unsaved note is guarded while other forms of the record open, close and are saved', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/tasks', { status: 201, body: client.tasks[0] });
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  await portal.user.type(await screen.findByLabelText('Text'), 'Asked for the price');
  await portal.user.click(screen.getByRole('button', { name: 'Edit' }));
  await portal.user.keyboard('{Escape}');
  await portal.user.type(screen.getByLabelText('New task'), 'Call back');
  await portal.user.click(screen.getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(screen.getByLabelText('New task')).toHaveValue(''));
  await portal.user.click(screen.getByRole('link', { name: 'Om Patil' }));
  await portal.user.click(screen.getByRole('link', { name: 'Gallery' }));
  expect(portal.refusals).toEqual(['/admin/dashboard/clients#8', '/admin/dashboard/gallery']);
  await portal.user.clear(screen.getByLabelText('Text'));
  expect(portal.unsavedChanges()).toBeNull();
});

it('CLIENT-8 CLIENT-10 a chosen file is guarded until it is added', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/files', { status: 201, body: { _id: '2' } });
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  await portal.user.selectOptions(await screen.findByLabelText('Add to the timeline'), 'File');
  await portal.user.upload(screen.getByLabelText('File'), new File(['%PDF-1.7'], 'Quotation.pdf'));
  await portal.user.click(screen.getByRole('link', { name: 'Gallery' }));
  expect(portal.refusals).toEqual(['/admin/dashboard/gallery']);
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('File').files).toHaveLength(0);
});

/** The open record after a colleague has merged it into another one. */
const mergedInto: Client = { ...client, _id: '1', name: 'Asha Rao', version: 9, merged: [] };

it('CLIENT-8 typed text stays when a colleague merges the open client, and goes to the other record', async () => {
  const server = startServer();
  let respond = (_: Answer) => {};
  server.on('POST /api/clients/7/tasks', () => new Promise((resolve) => (respond = resolve)));
  server.on('POST /api/clients/1/entries', { status: 201, body: { _id: '2' } });
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  await portal.user.type(await screen.findByLabelText('Message'), 'A long reply');
  await portal.user.type(screen.getByLabelText('Text'), 'Asked for the price');
  await portal.user.type(screen.getByLabelText('New task'), 'Call back');
  const add = screen.getByRole('button', { name: 'Add task' });
  await portal.user.click(add);
  expect(screen.queryByText(/^This client was merged/)).not.toBeInTheDocument();
  server.on('GET /api/clients/7', { status: 200, body: mergedInto });
  await settle(() => respond({ status: 201, body: client.tasks[0] }));
  expect(await screen.findByText('This client was merged into Asha Rao.')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('A long reply');
  expect(add).toHaveFocus();
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  await waitFor(() =>
    expect(server.bodies['POST /api/clients/1/entries']).toEqual({ kind: 'note', text: 'Asked for the price' }),
  );
  expect(await axeViolations()).toEqual([]);
});

it.each(['Erase client', 'Merge Om Patil'])(
  "CLIENT-8 the question of '%s' closes when the record becomes that of another client",
  async (name) => {
    const server = startServer();
    let respond = (_: Answer) => {};
    server.on('POST /api/clients/7/tasks', () => new Promise((resolve) => (respond = resolve)));
    const portal = await renderPortal('/dashboard/clients#7', ADMIN);
    await portal.user.type(await screen.findByLabelText('New task'), 'Call back{Enter}');
    await portal.user.click(screen.getByRole('button', { name }));
    expect(screen.getByRole('alertdialog')).toBeVisible();
    server.on('GET /api/clients/7', { status: 200, body: mergedInto });
    await settle(() => respond({ status: 201, body: client.tasks[0] }));
    expect(await screen.findByRole('heading', { name: 'Asha Rao' })).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  },
);

it('CLIENT-8 text typed while an entry or a task is added stays for the next one', async () => {
  const server = startServer();
  const waiting: ((response: Answer) => void)[] = [];
  for (const call of ['POST /api/clients/7/entries', 'POST /api/clients/7/tasks'])
    server.on(call, () => new Promise<Answer>((resolve) => waiting.push(resolve)));
  const portal = await renderPortal('/dashboard/clients#7');
  await portal.user.type(await screen.findByLabelText('Text'), 'Called');
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  await portal.user.type(screen.getByLabelText('Text'), ' again');
  await portal.user.type(screen.getByLabelText('New task'), 'Quote');
  await portal.user.click(screen.getByRole('button', { name: 'Add task' }));
  await portal.user.type(screen.getByLabelText('New task'), ' the album');
  await settle(() => {
    for (const respond of waiting) respond({ status: 201, body: client.tasks[0] });
  });
  expect(await screen.findByText('Task added.')).toBeInTheDocument();
  expect(await screen.findByText('Entry added.')).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveValue('Called again');
  expect(screen.getByLabelText('New task')).toHaveValue('Quote the album');
});

it('CLIENT-8 a pasted text that is too long stays whole, and its field says so', async () => {
  startServer();
  const portal = await renderPortal('/dashboard/clients#7');
  for (const label of ['Text', 'Message']) {
    const field = await screen.findByLabelText(label);
    await portal.user.click(field);
    await portal.user.paste('x'.repeat(5012));
    expect((field as HTMLTextAreaElement).value).toHaveLength(5012);
    expect(field).toHaveAccessibleDescription(/^Please use at most 5,000 characters\. This text has 5,012\.$/);
  }
});

const loseConnection = () => {
  throw new ConnectionLost();
};

it('CLIENT-9 a client is added once after a lost response, and other details are another client', async () => {
  const server = startServer();
  server.on('POST /api/clients', loseConnection);
  expectApiErrors();
  const { user } = await renderPortal('/dashboard/clients', EDITOR);
  await user.click(await screen.findByRole('button', { name: 'Add client' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add client' }));
  const add = () => user.click(dialog.getByRole('button', { name: 'Add client' }));
  await user.type(dialog.getByLabelText('Name'), 'Meera');
  await add();
  await waitFor(() => expect(server.keys).toHaveLength(1));
  expect(await dialog.findByText(/Check your connection and try again/)).toBeVisible();
  await add();
  await waitFor(() => expect(server.keys).toEqual([server.keys[0], server.keys[0]]));
  server.on('POST /api/clients', { status: 201, body: client });
  await user.type(dialog.getByLabelText('Name'), ' Patil');
  await add();
  expect(await screen.findByRole('heading', { name: 'Meera Patil' })).toBeVisible();
  expect(new Set(server.keys).size).toBe(2);
});

it('CLIENT-9 the fields of a new client keep their values while it is added', async () => {
  const server = startServer();
  let respond: (response: Answer) => void = () => undefined;
  server.on('POST /api/clients', () => new Promise((resolve) => (respond = resolve)));
  const { user } = await renderPortal('/dashboard/clients', EDITOR);
  await user.click(await screen.findByRole('button', { name: 'Add client' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add client' }));
  await user.type(dialog.getByLabelText('Name'), 'Meera');
  await user.click(dialog.getByRole('button', { name: 'Add client' }));
  await user.type(dialog.getByLabelText('Name'), ' Patil');
  await user.selectOptions(dialog.getByLabelText('Language'), 'hi');
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera');
  expect(dialog.getByLabelText('Language')).toHaveValue('en');
  expect(dialog.getByLabelText('Language')).toHaveFocus();
  respond(problem(503, 'Please try again in a minute.'));
  expectApiErrors();
  expect(await dialog.findByText('Please try again in a minute.')).toBeVisible();
  await user.type(dialog.getByLabelText('Name'), ' Patil');
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera Patil');
});

it('CLIENT-9 a client who is added after the dialog was discarded is not opened', async () => {
  const server = startServer();
  let respond: (response: Answer) => void = () => undefined;
  server.on('POST /api/clients', () => new Promise((resolve) => (respond = resolve)));
  const portal = await renderPortal('/dashboard/clients', EDITOR);
  const { user } = portal;
  const open = async () => user.click(await screen.findByRole('button', { name: 'Add client' }));
  await open();
  await user.type(screen.getByLabelText('Name'), 'Meera');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add client' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await open();
  await user.type(screen.getByLabelText('Name'), 'Om');
  const reads = () => server.calls.filter((call) => call.startsWith('GET /api/clients')).length;
  const before = reads();
  await settle(() => respond({ status: 201, body: client }));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  await settle();
  expect(screen.getByLabelText('Name')).toHaveValue('Om');
  expect(portal.navigations).toEqual([]);
});

it('CLIENT-4 an entry is added once after a lost response; the same text later is another entry', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/entries', loseConnection);
  expectApiErrors();
  const { user, toasts } = await renderPortal('/dashboard/clients#7', EDITOR);
  const add = async () => user.click(await screen.findByRole('button', { name: 'Add entry' }));
  await user.type(await screen.findByLabelText('Text'), 'Called');
  await add();
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['We could not add the entry']));
  server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
  await add();
  await waitFor(() => expect(screen.getByLabelText('Text')).toHaveValue(''));
  expect(server.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), server.keys[0]]);
  await user.type(screen.getByLabelText('Text'), 'Called');
  await add();
  await waitFor(() => expect(server.keys).toHaveLength(3));
  expect(server.keys[2]).not.toBe(server.keys[0]);
});

it('CLIENT-8 the focus moves to the heading of the section when a task or an entry is deleted', async () => {
  const server = startServer();
  for (const call of ['DELETE /api/client-tasks/9?version=2', 'DELETE /api/client-entries/1'])
    server.on(call, { status: 204 });
  const { user } = await renderPortal('/dashboard/clients#7');
  const task = await screen.findByRole('button', { name: 'Delete the task Send the quote' });
  server.on('GET /api/clients/7', { status: 200, body: { ...client, tasks: [] } });
  await user.click(task);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Tasks' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Delete this entry: Note' }));
  server.on('GET /api/clients/7', { status: 200, body: { ...client, tasks: [], timeline: [] } });
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Timeline' })).toHaveFocus());
});

it('CLIENT-9 staff add a client without an inquiry; bad input is named at its field', async () => {
  const server = startServer();
  const errors = [{ field: 'phone', message: 'Please enter a full phone number with its area or country code.' }];
  server.on('POST /api/clients', problem(422, 'Please fix the fields below.', errors));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients', EDITOR);
  await portal.user.click(await screen.findByRole('button', { name: 'Add client' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add client' }));
  await portal.user.type(dialog.getByLabelText('Name'), 'Meera Patil');
  await portal.user.type(dialog.getByLabelText('Phone'), '98220');
  await portal.user.click(dialog.getByRole('button', { name: 'Add client' }));
  await waitFor(() => expect(dialog.getByLabelText('Phone')).toBeInvalid());
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera Patil');
  server.on('POST /api/clients', { status: 201, body: client });
  await portal.user.type(dialog.getByLabelText('Phone'), ' 12345');
  await portal.user.click(dialog.getByRole('button', { name: 'Add client' }));
  expect(await screen.findByRole('heading', { name: 'Meera Patil' })).toBeVisible();
  const added = { name: 'Meera Patil', phone: '98220 12345', email: '', language: 'en' };
  expect(server.bodies['POST /api/clients']).toEqual(added);
  expect(screen.getByRole('button', { name: /Meera Patil.*\+91 98220 12345/ })).toBeVisible();
});

it('CLIENT-8 a duplicate is merged after a question, and a merge is undone', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/merge', { status: 200, body: client });
  server.on('POST /api/clients/6/undo-merge', { status: 200, body: { ...client, _id: '6', name: 'Meeru' } });
  server.on('POST /api/clients/7/not-duplicates', { status: 204 });
  const portal = await renderPortal('/dashboard/clients#7');
  await portal.user.click(await screen.findByRole('button', { name: 'Merge Om Patil' }));
  const question = within(screen.getByRole('alertdialog'));
  await portal.user.click(question.getByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(server.bodies['POST /api/clients/7/merge']).toEqual({ version: 3, otherId: '8', otherVersion: 1 }),
  );
  server.on('GET /api/clients/7', { status: 200, body: { ...client, merged: [] } });
  await portal.user.click(await screen.findByRole('button', { name: 'Undo merge of Meeru' }));
  await waitFor(() => expect(server.calls).toContain('POST /api/clients/6/undo-merge'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Same person?' })).toHaveFocus());
  await portal.user.click(await screen.findByRole('button', { name: 'Not the same' }));
  await waitFor(() => expect(server.bodies['POST /api/clients/7/not-duplicates']).toEqual({ otherId: '8' }));
});

it('CLIENT-8 a long record shows its newest part first, and more on request', async () => {
  const server = startServer();
  const many = <Item,>(item: Item, count: number) => Array.from({ length: count }, (_, index) => ({ ...item, index }));
  const timeline = many(client.timeline[0], 60).map((item, index) => ({ ...item, key: `entry-${index}` }));
  const tasks = many(client.tasks[0], 15).map((task, index) => ({ ...task, _id: String(index + 1) }));
  server.on('GET /api/clients/7', { status: 200, body: { ...client, timeline, tasks, isTimelineCut: true } });
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  const items = () => within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem').length;
  await portal.user.click(await screen.findByRole('button', { name: 'Show 25 more of 60' }));
  expect(items()).toBe(50);
  expect(screen.queryByText(/Only the newest/)).toBe(null);
  await portal.user.click(screen.getByRole('button', { name: 'Show 10 more of 60' }));
  expect(items()).toBe(60);
  expect(screen.getByText(/Only the newest/)).toBeVisible();
  expect(screen.getAllByRole('checkbox', { name: 'Send the quote' }).length).toBe(10);
  await portal.user.click(screen.getByRole('button', { name: 'Show 5 more of 15' }));
  expect(screen.getAllByRole('checkbox', { name: 'Send the quote' }).length).toBe(15);
});

it('CLIENT-10 staff add a file, which the timeline offers for download, and rename and remove it', async () => {
  const server = startServer();
  const file = { name: 'Contract.pdf', bytes: 1_234_567, version: 4 };
  const item = { ...client.timeline[0], key: 'entry-5', kind: 'file', text: 'Signed', entryId: '5', file };
  server.on('GET /api/clients/7', { status: 200, body: { ...client, timeline: [item] } });
  server.on('POST /api/clients/7/files', problem(415, 'Please choose a PDF.', []));
  server.on('PUT /api/client-files/5', conflict({ ...file, name: 'Theirs.pdf', version: 5 }));
  server.on('DELETE /api/client-entries/5', { status: 204 });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  const link = await screen.findByRole('link', { name: 'Contract.pdf' });
  expect(link).toHaveAttribute('href', '/api/client-files/5');
  expect(link).toHaveAttribute('download', 'Contract.pdf');
  expect(screen.getByText('1.2 MB')).toBeVisible();
  await portal.user.selectOptions(screen.getByLabelText('Add to the timeline'), 'document');
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(screen.getByText('Please choose a file.')).toBeVisible();
  const big = new File(['x'], 'big.pdf');
  Object.defineProperty(big, 'size', { value: 26 * 1024 * 1024 });
  await portal.user.upload(screen.getByLabelText('File'), big);
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(screen.getByText(/larger than 25 MB/)).toBeVisible();
  expect(server.calls).not.toContain('POST /api/clients/7/files');
  await portal.user.upload(screen.getByLabelText('File'), new File(['%PDF-1.7'], 'Quotation.pdf'));
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  await waitFor(() => expect(screen.getByLabelText('File')).toHaveAccessibleDescription(/Please choose a PDF/));
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(screen.getByRole('button', { name: 'Rename Contract.pdf' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Rename file' }));
  await portal.user.clear(dialog.getByLabelText('Name'));
  await portal.user.type(dialog.getByLabelText('Name'), 'Signed.pdf');
  await portal.user.click(dialog.getByRole('button', { name: 'Rename' }));
  const notice = within(await dialog.findByRole('alert'));
  expect(notice.getByText(/^Esha Editor changed this file today at/)).toBeVisible();
  expect(notice.getByText('Theirs.pdf')).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue('Signed.pdf');
  expect(server.bodies['PUT /api/client-files/5']).toEqual({ version: 4, name: 'Signed.pdf' });
  server.on('PUT /api/client-files/5', { status: 200, body: { ...file, name: 'Signed.pdf', version: 6 } });
  await portal.user.click(notice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename file' })).toBe(null));
  expect(server.bodies['PUT /api/client-files/5']).toEqual({ version: 5, name: 'Signed.pdf' });
  await portal.user.click(screen.getByRole('button', { name: 'Remove Contract.pdf' }));
  await portal.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(server.calls).toContain('DELETE /api/client-entries/5'));
});

it('CLIENT-7 a template is filled in the language of the client, and WhatsApp asks whether staff replied', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
  const portal = await renderPortal('/dashboard/clients#7');
  await portal.user.selectOptions(await screen.findByLabelText('Template'), 'First reply');
  const text = 'नमस्कार Meera Patil, १४ फेब्रुवारी, २०२७?';
  expect(screen.getByLabelText('Message')).toHaveValue(text);
  const link = screen.getByRole('link', { name: 'Open WhatsApp' });
  expect(link).toHaveAttribute('href', `https://wa.me/919822012345?text=${encodeURIComponent(text)}`);
  link.addEventListener('click', (event) => event.preventDefault());
  await portal.user.click(link);
  expect(screen.getByText('Replied on WhatsApp?')).toBeVisible();
  await portal.user.click(screen.getByRole('button', { name: 'Yes, record it' }));
  await waitFor(() =>
    expect(server.bodies['POST /api/clients/7/entries']).toEqual({ kind: 'whatsapp', text, repliedTo: '4' }),
  );
});

it('CLIENT-7 a template without a date keeps {date}, and is neither copied nor sent until it is replaced', async () => {
  const server = startServer();
  const [inquiry] = client.inquiries;
  server.on('GET /api/clients/7', { status: 200, body: { ...client, inquiries: [{ ...inquiry, eventDate: null }] } });
  const portal = await renderPortal('/dashboard/clients#7');
  await portal.user.selectOptions(await screen.findByLabelText('Template'), 'First reply');
  const message = screen.getByLabelText('Message');
  expect(message).toHaveValue('नमस्कार Meera Patil, {date}?');
  expect(message).toHaveAccessibleDescription('The date is missing: fill it in or remove {date}.');
  expect(screen.queryByRole('link', { name: 'Open WhatsApp' })).toBeNull();
  await portal.user.click(screen.getByRole('button', { name: 'Open WhatsApp' }));
  expect(screen.getByText('Please complete the message first.')).toBeVisible();
  expect(message).toHaveFocus();
  expect(screen.queryByText('Replied on WhatsApp?')).toBeNull();
  await portal.user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.queryByText('Copied.')).toBeNull();
  await portal.user.clear(message);
  await portal.user.type(message, 'When is it?');
  expect(message).toHaveAccessibleDescription('');
  expect(screen.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/919822012345?text=${encodeURIComponent('When is it?')}`,
  );
});

it('CLIENT-7 over plain http, where a reply cannot be copied, the composer says to select it', async () => {
  startServer();
  const portal = await renderPortal('/dashboard/clients#7');
  jest.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await portal.user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('We could not copy it. Please select the text and copy it.')).toBeVisible();
});

it('CLIENT-7 a typed reply is replaced or left only after a question, until it is recorded', async () => {
  const server = startServer();
  const gold = { _id: '1', packageId: 'gold', name: 'Gold', price: '', duration: '', category: 'Wedding' };
  const body = [{ ...gold, features: [], terms: [], popular: false, color: '', icon: null }];
  server.on('GET /api/packages', { status: 200, body });
  server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
  const portal = await renderPortal('/dashboard/clients#7');
  const message = await screen.findByLabelText('Message');
  await screen.findByRole('option', { name: 'Gold' });
  await portal.user.type(message, 'We are free');
  await portal.user.selectOptions(screen.getByLabelText('Package'), 'Gold');
  expect(message).toHaveValue('We are free');
  await portal.user.selectOptions(screen.getByLabelText('Template'), 'First reply');
  await portal.user.click(screen.getByRole('button', { name: 'Keep my message' }));
  expect(message).toHaveValue('We are free');
  await portal.user.click(screen.getByRole('link', { name: 'Gallery' }));
  expect(portal.refusals).toEqual(['/admin/dashboard/gallery']);
  const link = screen.getByRole('link', { name: 'Open WhatsApp' });
  link.addEventListener('click', (event) => event.preventDefault());
  await portal.user.click(link);
  await portal.user.click(screen.getByRole('button', { name: 'Yes, record it' }));
  await waitFor(() => expect(portal.unsavedChanges()).toBeNull());
  await portal.user.type(message, ' in May');
  await portal.user.selectOptions(screen.getByLabelText('Template'), 'First reply');
  await portal.user.click(screen.getByRole('button', { name: 'Replace' }));
  expect(message).toHaveValue('नमस्कार Meera Patil, १४ फेब्रुवारी, २०२७?');
  expect(portal.unsavedChanges()).toBeNull();
});

it.each(['note', 'photo'])(
  'CLIENT-10 a chosen file stays when the kind of the entry changes to %s and back',
  async (kind) => {
    const server = startServer();
    server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
    const portal = await renderPortal('/dashboard/clients#7', EDITOR);
    const choose = async (name: string) =>
      portal.user.selectOptions(await screen.findByLabelText('Add to the timeline'), name);
    await choose('document');
    await portal.user.upload(screen.getByLabelText('File'), new File(['%PDF-1.7'], 'Quotation.pdf'));
    await choose(kind);
    await choose('document');
    expect(screen.getByLabelText<HTMLInputElement>('File').files?.[0]?.name).toBe('Quotation.pdf');
  },
);

it('CLIENT-10 an entry without a file leaves the chosen one for later', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/entries', { status: 201, body: { _id: '2' } });
  const portal = await renderPortal('/dashboard/clients#7', EDITOR);
  const kinds = await screen.findByLabelText('Add to the timeline');
  await portal.user.selectOptions(kinds, 'document');
  await portal.user.upload(screen.getByLabelText('File'), new File(['%PDF-1.7'], 'Quotation.pdf'));
  await portal.user.selectOptions(kinds, 'note');
  expect(screen.getByLabelText('File')).not.toBeVisible();
  await portal.user.type(screen.getByLabelText('Text'), 'Prefers evenings');
  await portal.user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(await screen.findByText('Entry added.')).toBeInTheDocument();
  expect(server.bodies['POST /api/clients/7/entries']).toEqual({ kind: 'note', text: 'Prefers evenings' });
  expect(screen.getByLabelText<HTMLInputElement>('File').files).toHaveLength(1);
});

it('CLIENT-7 templates are added in three languages; bad input is named at its field', async () => {
  const server = startServer();
  const errors = [{ field: 'name', message: 'Please enter a name.' }];
  server.on('POST /api/reply-templates', problem(422, 'Please fix the fields below.', errors));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients');
  await portal.user.click(await screen.findByRole('button', { name: 'Reply templates' }));
  await portal.user.click(await screen.findByRole('button', { name: 'New template' }));
  await portal.user.type(screen.getByLabelText('Marathi'), 'नमस्कार');
  await portal.user.click(screen.getByRole('button', { name: 'Save template' }));
  expect(await screen.findByText('Please enter a name.')).toBeVisible();
  expect(server.bodies['POST /api/reply-templates']).toEqual({ name: '', texts: { en: '', mr: 'नमस्कार', hi: '' } });
});

it('CLIENT-7 a template that is saved again after a lost response has the same Idempotency-Key', async () => {
  const server = startServer();
  server.on('POST /api/reply-templates', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients');
  await portal.user.click(await screen.findByRole('button', { name: 'Reply templates' }));
  await portal.user.click(await screen.findByRole('button', { name: 'New template' }));
  fireEvent.change(screen.getByLabelText('Template name'), { target: { value: 'Thanks' } });
  for (const count of [1, 2]) {
    await portal.user.click(screen.getByRole('button', { name: 'Save template' }));
    await waitFor(() => expect(server.keys).toHaveLength(count));
  }
  expect(new Set(server.keys).size).toBe(1);
});

it('CLIENT-7 Escape asks before a typed template is discarded', async () => {
  startServer();
  const portal = await renderPortal('/dashboard/clients');
  await portal.user.click(await screen.findByRole('button', { name: 'Reply templates' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Edit First reply' }));
  await portal.user.type(screen.getByLabelText('Hindi'), 'नमस्ते{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Hindi')).toHaveValue('नमस्ते');
  await portal.user.keyboard('{Escape}');
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByRole('dialog', { name: 'Reply templates' })).toBeVisible();
});

it('PRIV-4 an admin erases a client after a question that says what stays', async () => {
  const server = startServer();
  const erased = { inquiries: 1, entries: 2, keptBookings: 1 };
  server.on('POST /api/clients/7/erase', { status: 200, body: erased });
  const portal = await renderPortal('/dashboard/clients#7', ADMIN);
  await portal.user.type(await screen.findByLabelText('Text'), 'Asked for the price');
  await portal.user.click(await screen.findByRole('button', { name: 'Erase client' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText(/Dates and amounts of bookings stay for the accounts/)).toBeVisible();
  await portal.user.click(question.getByRole('button', { name: 'Erase' }));
  await waitFor(() => expect(server.bodies['POST /api/clients/7/erase']).toEqual({ version: 3 }));
  await waitFor(() => expect(portal.navigations.at(-1)).toBe('/admin/dashboard/clients'));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(server.calls.filter((call) => call === 'GET /api/clients/7')).toHaveLength(1);
});

it('CLIENT-7 a conflict of a template shows both versions and who saved; Keep mine saves over it', async () => {
  const server = startServer();
  const current = { ...templates[0], name: 'Their reply', version: 2 };
  server.on('PUT /api/reply-templates/1', conflict(current));
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients');
  await portal.user.click(await screen.findByRole('button', { name: 'Reply templates' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Edit First reply' }));
  fireEvent.change(screen.getByLabelText('Template name'), { target: { value: 'My reply' } });
  await portal.user.click(screen.getByRole('button', { name: 'Save template' }));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText(/^Esha Editor changed this template today at/)).toBeVisible();
  expect(notice.getByText('Their reply')).toBeVisible();
  expect(screen.getByLabelText('Template name')).toHaveValue('My reply');
  server.on('PUT /api/reply-templates/1', { status: 200, body: { ...current, name: 'My reply', version: 3 } });
  await portal.user.click(notice.getByRole('button', { name: 'Keep mine' }));
  expect(await screen.findByRole('dialog', { name: 'Reply templates' })).toBeVisible();
  expect(server.bodies['PUT /api/reply-templates/1']).toMatchObject({ name: 'My reply', version: 2 });
});

it('CLIENT-6 a conflict of a client takes what only they changed, and Keep mine saves over the rest', async () => {
  const server = startServer();
  const current: Client = { ...client, name: 'Meera Joshi', language: 'hi', version: 4 };
  server.on('PUT /api/clients/7', conflict(current));
  expectApiErrors();
  const { user } = await renderPortal('/dashboard/clients#7', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit client' }));
  await user.type(dialog.getByLabelText('Name'), ' Rao');
  server.on('GET /api/clients/7', { status: 200, body: current });
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const notice = within(await dialog.findByRole('alert'));
  expect(notice.getByText(/^Esha Editor changed this client today at/)).toBeVisible();
  expect(notice.getByText('Meera Joshi')).toBeVisible();
  expect(notice.queryByText('Language, theirs')).toBe(null);
  expect(dialog.getByLabelText('Name')).toHaveValue('Meera Patil Rao');
  expect(dialog.getByLabelText('Language')).toHaveValue('hi');
  expect(await screen.findByRole('heading', { name: 'Meera Joshi', hidden: true })).toBeInTheDocument();
  expect(await axeViolations()).toEqual([]);
  server.on('PUT /api/clients/7', { status: 200, body: { ...current, name: 'Meera Patil Rao', version: 5 } });
  await user.click(notice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit client' })).toBe(null));
  const saved = { name: 'Meera Patil Rao', language: 'hi', version: 4 };
  expect(server.bodies['PUT /api/clients/7']).toEqual(saved);
});

it('PRIV-2 a conflict of the retention offers both numbers, and Take theirs has nothing to save', async () => {
  const server = startServer();
  server.on('GET /api/admin/privacy', { status: 200, body: { retentionMonths: 24, version: 1 } });
  server.on('PUT /api/admin/privacy', conflict({ retentionMonths: 36, version: 2 }));
  expectApiErrors();
  const { user, unsavedChanges } = await renderPortal('/dashboard/clients#7', ADMIN);
  await user.click(await screen.findByRole('button', { name: 'How long data is kept' }));
  const months = await screen.findByLabelText('Months');
  await user.clear(months);
  await user.type(months, '12');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText(/^Esha Editor changed this setting today at/)).toBeVisible();
  expect(notice.getByText('36')).toBeVisible();
  expect(months).toHaveValue(12);
  expect(server.bodies['PUT /api/admin/privacy']).toEqual({ retentionMonths: 12, version: 1 });
  expect(unsavedChanges()).not.toBeNull();
  await user.click(notice.getByRole('button', { name: 'Take theirs' }));
  expect(months).toHaveValue(36);
  expect(unsavedChanges()).toBeNull();
  await user.clear(months);
  await user.type(months, '30');
  server.on('PUT /api/admin/privacy', { status: 200, body: { retentionMonths: 30, version: 3 } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'How long data is kept' })).toBe(null));
  expect(server.bodies['PUT /api/admin/privacy']).toEqual({ retentionMonths: 30, version: 2 });
});

it('CLIENT-6 a task that is added again after a lost response has the same key', async () => {
  const server = startServer();
  server.on('POST /api/clients/7/tasks', () => {
    throw new ConnectionLost();
  });
  expectApiErrors();
  const portal = await renderPortal('/dashboard/clients#7');
  fireEvent.change(await screen.findByLabelText('New task'), { target: { value: 'Send the quotation' } });
  await portal.user.click(screen.getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(server.keys).toHaveLength(1));
  await settle();
  await portal.user.click(screen.getByRole('button', { name: 'Add task' }));
  await waitFor(() => expect(server.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), server.keys[0]]));
  await settle();
});
