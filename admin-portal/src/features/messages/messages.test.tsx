import type { Message } from '@godhuli/contracts/messages';
import { screen, waitFor, within } from '@testing-library/react';
import './messages-page';
import { axeViolations, EDITOR, renderPortal, settle } from '../../testing/render-portal';
import { type Answer, problem, startTestServer } from '../../testing/test-server';

const PATH = '/api/admin/messages';
const AT = '2026-11-24T10:00:00.000Z';
const failed: Message = {
  ...{ _id: '7', kind: 'acknowledgement', channel: 'email', state: 'failed', to: 'the visitor', attempts: 3 },
  ...{ inquiry: { _id: '4', reference: 'GOD-2611-7K3PXQ' }, createdAt: AT, sentAt: null, nextAt: null },
  error: 'The mail server refused the recipient (550 5.1.1).',
};
const staff = {
  _id: '2',
  name: 'Ravi Kale',
  email: 'ravi@godhuli.example',
  role: 'editor',
  alerts: false,
  digest: false,
};

function startServer(isConfigured: boolean) {
  const server = startTestServer();
  const channel = { isConfigured, lastSentAt: isConfigured ? AT : null };
  const email = { ...channel, from: isConfigured ? 'Godhuli <studio@godhuli.example>' : null };
  server.on(`GET ${PATH}/status`, { status: 200, body: { email, webhook: channel, waiting: 2, problems: 1 } });
  server.on(`GET ${PATH}`, { status: 200, body: [failed] });
  server.on(`GET ${PATH}/recipients`, { status: 200, body: [staff] });
  const preview = { subject: 'We received your inquiry', text: 'Hello Meera,', html: '<p>Hello Meera,</p>' };
  server.on(`GET ${PATH}/previews/acknowledgement?language=en`, { status: 200, body: preview });
  server.on(`POST ${PATH}/7/send-again`, { status: 204 });
  server.on(`POST ${PATH}/test`, { status: 204 });
  return server;
}

it('MSG-7 MSG-8 admins see the state, send a failed message again, choose recipients and see a template', async () => {
  const server = startServer(true);
  server.on(`PUT ${PATH}/recipients/2`, { status: 200, body: { ...staff, alerts: true } });
  const { user } = await renderPortal('/dashboard/messages');
  expect(await screen.findByText(/Sent from Godhuli <studio@godhuli.example>/)).toBeVisible();
  const row = (await screen.findByText(/Acknowledgement to the visitor/)).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('GOD-2611-7K3PXQ');
  expect(row).toHaveTextContent('tried 3 times: The mail server refused the recipient (550 5.1.1).');
  await user.click(within(row).getByRole('button', { name: 'Send again: Acknowledgement to the visitor' }));
  expect(server.calls).toContain(`POST ${PATH}/7/send-again`);
  const ravi = within(screen.getByRole('group', { name: 'Messages to Ravi Kale' }));
  expect(screen.getByText(/Nobody gets alerts/)).toBeVisible();
  await user.click(ravi.getByRole('checkbox', { name: 'Alerts' }));
  expect(server.bodies[`PUT ${PATH}/recipients/2`]).toEqual({ alerts: true });
  expect(await ravi.findByRole('checkbox', { name: 'Alerts', checked: true })).toBeVisible();
  const frame = await screen.findByTitle('Preview: Acknowledgement');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame).toHaveAttribute('srcdoc', '<p>Hello Meera,</p>');
  await user.click(screen.getByRole('button', { name: 'Send me a test message' }));
  expect(server.calls).toContain(`POST ${PATH}/test`);
  expect(await axeViolations()).toEqual([]);
});

it('MSG-7 a choice stays shown when a list that was requested before it arrives later', async () => {
  const server = startServer(true);
  const { user } = await renderPortal('/dashboard/messages');
  const alerts = within(await screen.findByRole('group', { name: 'Messages to Ravi Kale' })).getByRole('checkbox', {
    name: 'Alerts',
  });
  let respond: (answer: Answer) => void = () => undefined;
  server.on(`GET ${PATH}/recipients`, () => new Promise((resolve) => (respond = resolve)));
  server.on(`PUT ${PATH}/recipients/2`, { status: 200, body: { ...staff, alerts: true } });
  const asked = () => server.calls.filter((call) => call === `GET ${PATH}/recipients`);
  const before = asked().length;
  await settle(() => window.dispatchEvent(new Event('visibilitychange')));
  expect(asked()).toHaveLength(before + 1);
  await user.click(alerts);
  await waitFor(() => expect(alerts).not.toHaveAttribute('aria-disabled'));
  await settle(() => respond({ status: 200, body: [staff] }));
  expect(alerts).toBeChecked();
});

it('MSG-9 the page says that nobody is emailed; editors may not open it', async () => {
  startServer(false).on(`GET ${PATH}`, { status: 200, body: [] });
  const portal = await renderPortal('/dashboard/messages');
  expect(await screen.findByText('Nobody is emailed: SMTP_URL is not set.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /test message/ })).not.toBeInTheDocument();
  expect(await screen.findByText('No message has failed.')).toBeVisible();
  portal.unmount();
  await renderPortal('/dashboard/messages', EDITOR);
  expect(await screen.findByText('Only admins can open this page')).toBeVisible();
});

it('MSG-7 a failed message is shown at its inquiry, with its reason', async () => {
  const { sampleInquiry } = await import('../../testing/sample-data');
  const server = startTestServer({ inquiries: [sampleInquiry(4)] });
  server.on('GET /api/inquiries/4/messages', { status: 200, body: [failed] });
  server.on(`POST ${PATH}/7/send-again`, problem(409, 'This message was sent or is about to be sent.'));
  await renderPortal('/dashboard/inquiries#4');
  expect(await screen.findByRole('heading', { name: 'Messages that failed' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again: Acknowledgement to the visitor' })).toBeVisible();
});
