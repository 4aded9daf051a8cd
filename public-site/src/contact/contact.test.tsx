import { EVENT_TYPES } from '@godhuli/contracts/inquiries';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { mockApi, mockLayout, problem, renderSite, sectionOf } from '../testing/render-site';

const contact = () => within(sectionOf('Tell us about your day'));
const form = () => contact().getByLabelText<HTMLFormElement>('Book Your Session');
const field = (label: string) => within(form()).getByLabelText<HTMLInputElement>(label);
const sendButton = () => within(form()).getByText('Send Inquiry').closest('button') as HTMLButtonElement;
const sendingButton = () => within(form()).getByText('Sending...').closest('button') as HTMLButtonElement;
const LABELS = ['Full Name *', 'Phone Number', 'Photography Type *', 'Preferred Date', 'Email', 'Message'];
const values = () => LABELS.map((label) => field(label).value);
const WRITTEN = [
  'Meera Joshi',
  '+91 90000 00000',
  'wedding',
  '2099-02-14',
  'meera@example.in',
  'Two days near Shirur.',
];
const FAILED = {
  title: 'Submission Failed',
  description: 'There was an error submitting your inquiry. Please try again or contact us directly.',
  variant: 'destructive',
};

const fill = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const send = () => fireEvent.click(sendButton());
const write = () => {
  for (const [index, label] of LABELS.entries()) fill(label, WRITTEN[index] as string);
};

beforeEach(() => void mockLayout());

it('PUB-CONT-1 shows who to call, the chat, the office address and the response times, from content', () => {
  renderSite();
  expect(contact().getByText('Call Mrunal').closest('a')).toHaveAttribute('href', 'tel:+919876543210');
  expect(contact().getByText('Quick message on WhatsApp').closest('a')).toHaveAttribute(
    'href',
    'https://wa.me/919876543210',
  );
  expect(contact().getByText('Rajpath 7, Satara 415001')).toBeVisible();
  const times = contact()
    .getAllByRole('definition')
    .map((time) => time.textContent);
  expect(times).toEqual(['Within 24 hours', 'Same day', 'Flexible timings']);
});

const withPhone = (value: string) =>
  renderSite({ '/api/content': [{ _id: '1', section: 'contact', key: 'phone', value }] });
const hrefsOf = (scheme: string) => [
  ...new Set([...document.querySelectorAll<HTMLAnchorElement>(`a[href^="${scheme}"]`)].map((link) => link.href)),
];

it.each([
  ['+91 98220 11111, +91 98220 22222', ['tel:+919822011111', 'tel:+919822022222'], ['https://wa.me/919822011111']],
  ['०९८२२० १११११', ['tel:09822011111'], ['https://wa.me/919822011111']],
  ['0241 234567/68', ['tel:0241234567'], []],
])('PUB-CONT-1 each phone number of %j is a link of its own', (phone, hrefs, chats) => {
  withPhone(phone);
  expect(hrefsOf('tel:')).toEqual(hrefs);
  expect(contact().getAllByText(/^Call /)).toHaveLength(hrefs.length);
  expect(new Set(hrefsOf('https://wa.me/').map((href) => href.split('?')[0]))).toEqual(new Set(chats));
});

it('PUB-CONT-1 shows the defaults when content is missing', () => {
  renderSite({ '/api/content': [] });
  expect(contact().getByText('+91 90000 00000').closest('a')).toHaveAttribute('href', 'tel:+919000000000');
  expect(contact().getByText(/Savedi Road/)).toBeVisible();
});

it('PUB-CONT-2 has the required and optional fields and the seven types, and posts to /inquiries', () => {
  renderSite();
  expect(field('Full Name *')).toBeRequired();
  expect(field('Photography Type *')).toBeRequired();
  for (const label of ['Phone Number', 'Preferred Date', 'Email', 'Message']) expect(field(label)).not.toBeRequired();
  expect(field('Message')).toHaveAttribute('rows', '5');
  const options = within(field('Photography Type *')).getAllByRole<HTMLOptionElement>('option').slice(1);
  expect(options.map(({ value, label }) => ({ value, label }))).toEqual(EVENT_TYPES);
  expect(form()).toHaveAttribute('method', 'post');
  expect(form()).toHaveAttribute('action', '/inquiries?page=/');
});

it('PUB-CONT-2 shows missing fields next to each and in a summary, sends nothing, keeps values', async () => {
  const calls = mockApi({});
  renderSite();
  fill('Full Name *', '   ');
  fill('Message', 'Kept');
  send();
  expect(field('Full Name *')).toHaveAccessibleDescription('Please tell us your name.');
  expect(field('Full Name *')).toBeInvalid();
  expect(field('Full Name *')).toHaveFocus();
  expect(field('Photography Type *')).toHaveAccessibleDescription('Please choose a photography type.');
  const summary = form().querySelector('[role=alert]') as HTMLElement;
  expect(summary).toHaveTextContent('Two fields are missing');
  expect(summary).toHaveTextContent('Please add your name and a photography type, then send again.');
  expect(within(summary).getByText('your name')).toHaveAttribute('href', `#${field('Full Name *').id}`);
  expect(field('Message').value).toBe('Kept');
  expect(calls).toEqual([]);
});

it('PUB-CONT-2 an incomplete form changes its invalid fields alone, so that the errors are shown at once', async () => {
  renderSite();
  write();
  fill('Full Name *', '');
  const changed = new Set<Element | null>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) changed.add((target as Element).closest('.field'));
  });
  observer.observe(form().querySelector('.inquiry-form__fields') as Element, {
    attributes: true,
    childList: true,
    subtree: true,
  });
  send();
  await waitFor(() => expect(field('Full Name *')).toHaveAttribute('aria-invalid', 'true'));
  expect(changed).toEqual(new Set().add(field('Full Name *').closest('.field')));
  observer.disconnect();
});

it('PUB-CONT-3 PUB-CONT-4 TOAST-2 API-3 sends once, shows Sending..., then the toast and an empty form', async () => {
  let response: (value: unknown) => void = () => undefined;
  const calls = mockApi({ '/api/inquiries': () => new Promise((resolve) => (response = resolve)) });
  const { toasts } = renderSite();
  write();
  send();
  const sending = within(form()).getByText('Sending...').closest('button');
  expect(sending).toBeDisabled();
  expect(form()).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(calls).toHaveLength(1));
  const [{ path, method, headers, body }] = calls as [(typeof calls)[number]];
  expect(path).toBe('/api/inquiries');
  expect(method).toBe('POST');
  expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{32,36}$/);
  const [name, phone, eventType, eventDate, email, message] = WRITTEN;
  expect(body).toEqual({
    name,
    phone,
    eventType,
    eventDate,
    email,
    message,
    eventEndDate: '',
    dateUndecided: '',
    heardFrom: '',
    language: 'en',
    website: '',
    elapsedMs: expect.any(Number),
  });
  const receipt = { _id: '1', reference: 'GOD-2611-7K3PXQ', hasContact: true };
  await act(async () => response({ ok: true, status: 201, json: async () => receipt }));
  expect(values()).toEqual(['', '', '', '', '', '']);
  expect(toasts).toEqual([
    {
      title: 'Inquiry Submitted Successfully!',
      description: "Thank you for your interest. We'll get back to you within 24 hours.",
    },
  ]);
  expect(sendButton()).toBeEnabled();
  const result = within(form()).getByRole('region', { name: 'We received your inquiry' });
  expect(result).toHaveFocus();
  expect(result).toHaveAccessibleDescription(/^Your reference is GOD-2611-7K3PXQ ?\. We will reply within 24 hours\.$/);
  expect(within(result).getAllByRole('listitem')).toHaveLength(3);
  expect(within(result).getByText('Continue on WhatsApp')).toHaveAttribute(
    'href',
    expect.stringMatching(/wa\.me\/919876543210.*GOD-2611-7K3PXQ/),
  );
});

it('PUB-CONT-3 PUB-CONT-4 API-7 a failure keeps every value and the key; an edit makes a new key', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const calls = mockApi({
    '/api/inquiries': () => {
      throw new TypeError('connection lost');
    },
  });
  const { toasts } = renderSite();
  write();
  send();
  await waitFor(() => expect(toasts).toEqual([FAILED]));
  expect(values()).toEqual(WRITTEN);
  const result = within(form()).getByRole('region', { name: 'We could not send your inquiry' });
  await waitFor(() => expect(result).toHaveFocus());
  expect(result).toHaveAccessibleDescription(/^Everything that you entered is still here\./);
  expect(logged).toHaveBeenCalledWith('API Error:', 'connection lost');
  send();
  await waitFor(() => expect(toasts).toHaveLength(2));
  fill('Message', 'Three days.');
  send();
  await waitFor(() => expect(toasts).toHaveLength(3));
  const [first, again, edited] = calls.map((call) => call.headers.get('idempotency-key'));
  expect(again).toBe(first);
  expect(edited).not.toBe(first);
});

it('PUB-CONT-3 invisible control characters from a word processor are not sent', async () => {
  const calls = mockApi({ '/api/inquiries': { _id: '1' } });
  const { toasts } = renderSite();
  fill('Full Name *', 'Meera');
  fill('Photography Type *', 'other');
  fill('Message', 'Haldi\u000bWedding\u0007, 300\tguests\nThank you');
  send();
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ message: 'Haldi\nWedding, 300\tguests\nThank you' });
});

it('PUB-CONT-3 over the limit of its network the form says how else to reach the studio', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const detail = 'Please call us or write to us on WhatsApp: +91 90000 00000.';
  mockApi({ '/api/inquiries': problem(429, { detail }) });
  const { toasts } = renderSite();
  write();
  send();
  await waitFor(() => expect(toasts).toEqual([FAILED]));
  const result = within(form()).getByRole('region', { name: 'We could not send your inquiry' });
  expect(result).toHaveAccessibleDescription(detail);
  expect(values()).toEqual(WRITTEN);
});

it('PUB-CONT-3 API-6 shows the server’s errors next to their fields', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  mockApi({
    '/api/inquiries': problem(422, {
      errors: [
        { field: 'eventDate', message: 'This date does not exist.' },
        { field: 'somethingElse', message: 'Not shown.' },
      ],
    }),
  });
  const { toasts } = renderSite();
  write();
  send();
  await waitFor(() => expect(toasts).toEqual([FAILED]));
  await waitFor(() => expect(field('Preferred Date')).toHaveFocus());
  expect(field('Preferred Date')).toHaveAccessibleDescription('This date does not exist. A rough date is fine.');
  expect(form().querySelector('[role=alert]') as HTMLElement).toHaveTextContent(
    'Please fix the date, then send again.',
  );
  expect(values()).toEqual(WRITTEN);
});

it('checks show our messages, and people do not reach the honeypot', async () => {
  const calls = mockApi({});
  renderSite();
  fill('Full Name *', 'Meera');
  fill('Photography Type *', 'other');
  fill('Email', 'meera at home');
  fill('Phone Number', 'call me');
  send();
  expect(field('Email')).toHaveAccessibleDescription(/^Please enter a valid email address\./);
  expect(field('Phone Number')).toHaveAccessibleDescription(
    /^Please enter a full phone number with its area or country code\./,
  );
  expect(form().querySelector('[role=alert]') as HTMLElement).toHaveTextContent(
    'Please fix your phone number and your email address',
  );
  expect(calls).toEqual([]);
  const honeypot = form().elements.namedItem('website') as HTMLInputElement;
  expect(honeypot.closest('[aria-hidden="true"]')).not.toBeNull();
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
});

it('PUB-CONT-2 a message that is too long stays whole, and is refused beside its field', () => {
  const calls = mockApi({});
  renderSite();
  fill('Full Name *', 'Meera');
  fill('Photography Type *', 'other');
  const long = 'x'.repeat(5001);
  fill('Message', long);
  send();
  expect(field('Message')).not.toHaveAttribute('maxlength');
  expect(field('Message')).toHaveValue(long);
  expect(field('Message')).toHaveAccessibleDescription(/^Please shorten your message\./);
  expect(form().querySelector('[role=alert]') as HTMLElement).toHaveTextContent('Please fix your message, then send');
  expect(calls).toEqual([]);
});

it('PUB-CONT-3 a result does not move focus from another element', async () => {
  let response: (value: unknown) => void = () => undefined;
  const calls = mockApi({ '/api/inquiries': () => new Promise((resolve) => (response = resolve)) });
  renderSite();
  write();
  send();
  await waitFor(() => expect(calls).toHaveLength(1));
  const call = contact().getByText('Call Mrunal').closest('a') as HTMLElement;
  act(() => call.focus());
  await act(async () => response({ ok: true, status: 201, json: async () => ({ _id: '1' }) }));
  expect(within(form()).getByText('We received your inquiry')).toBeVisible();
  expect(call).toHaveFocus();
});

it.each([
  ['received', { ok: true, status: 201, json: async () => ({ _id: '1' }) }, () => within(form()).getByRole('region')],
  ['refused', problem(422, { errors: [{ field: 'email', message: 'Unknown.' }] })(), () => field('Email')],
])('PUB-CONT-4 a second press on Send does not hide that the inquiry was %s', async (_, answer, target) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let response: (value: unknown) => void = () => undefined;
  const calls = mockApi({ '/api/inquiries': () => new Promise((resolve) => (response = resolve)) });
  renderSite();
  write();
  send();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(sendingButton()).toBeDisabled();
  // A browser gives the focus of a press on a disabled button to what is around it.
  act(() => sendingButton().closest<HTMLElement>('[tabindex]')?.focus());
  await act(async () => response(answer));
  await waitFor(() => expect(target()).toHaveFocus());
});

it('PUB-CONT-3 what is entered while the inquiry is sent stays in the form, and keeps the focus', async () => {
  let response: (value: unknown) => void = () => undefined;
  const calls = mockApi({ '/api/inquiries': () => new Promise((resolve) => (response = resolve)) });
  renderSite();
  write();
  fill('Message', 'Haldi\u0007');
  send();
  await waitFor(() => expect(calls).toHaveLength(1));
  fill('Phone Number', '+91 98220 12345');
  fireEvent.click(field('The date is not fixed yet'));
  act(() => field('Phone Number').focus());
  await act(async () => response({ ok: true, status: 201, json: async () => ({ _id: '1' }) }));
  expect(within(form()).getByText('We received your inquiry')).toBeVisible();
  expect(values()).toEqual(['', '+91 98220 12345', '', '', '', '']);
  expect(field('The date is not fixed yet')).toBeChecked();
  expect(field('Phone Number')).toHaveFocus();
});

it.each(['Message', 'The date is not fixed yet'])(
  'PUB-CONT-3 the result has the focus after Enter in %s',
  async (label) => {
    mockApi({ '/api/inquiries': { _id: '1' } });
    renderSite();
    write();
    fireEvent.click(field('The date is not fixed yet'));
    act(() => field(label).focus());
    fireEvent.submit(form());
    await waitFor(() => expect(within(form()).getByRole('region')).toHaveFocus());
    expect(field('The date is not fixed yet')).not.toBeChecked();
  },
);

it.each([
  ['०९८२२० १२३४५', true],
  ['98220 12345, 98220 54321', true],
  ['0241-2345678', true],
  ['+44 20 7946 0000', true],
  ['98220', false],
  ['९८२२०', false],
])('PUB-CONT-2 takes the phone number %s: %s', async (phone, taken) => {
  const calls = mockApi({ '/api/inquiries': { _id: '1' } });
  renderSite();
  fill('Full Name *', 'Meera');
  fill('Photography Type *', 'other');
  fill('Phone Number', phone);
  send();
  await waitFor(() => expect(calls).toHaveLength(taken ? 1 : 0));
  await waitFor(() => expect(sendButton()).toBeEnabled());
  if (!taken) await waitFor(() => expect(field('Phone Number')).toHaveFocus());
});

it('PUB-CONT-2 accepts today in India and later, on a page from before midnight too', async () => {
  const calls = mockApi({ '/api/inquiries': { _id: '1' } });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2099-02-13T18:29:00Z'));
  renderSite();
  expect(field('Preferred Date')).toHaveAttribute('min', '2099-02-13');
  clock.mockReturnValue(Date.parse('2099-02-13T18:30:00Z'));
  fill('Full Name *', 'Meera');
  fill('Photography Type *', 'other');
  fill('Preferred Date', '2099-02-13');
  send();
  expect(field('Preferred Date')).toHaveFocus();
  expect(field('Preferred Date')).toHaveAccessibleDescription(/^Please choose today or a later date\./);
  expect(field('Preferred Date')).toHaveAttribute('min', '2099-02-14');
  expect(calls).toEqual([]);
  fill('Preferred Date', '2099-02-14');
  send();
  await waitFor(() => expect(calls).toHaveLength(1));
  clock.mockRestore();
});

it('CAL-6 the chosen day shows one of three words, also for a range, from one request', async () => {
  const days = `oa${'n'.repeat(40)}`;
  const calls = mockApi({ '/api/availability': { from: '2099-02-13', days } });
  renderSite();
  const choose = (value: string) => fireEvent.change(field('Preferred Date'), { target: { value } });
  choose('2099-02-14');
  expect(await contact().findByText('This day: Ask us.')).toBeVisible();
  choose('2099-02-15');
  expect(await contact().findByText('This day: Nearly full.')).toBeVisible();
  fireEvent.change(field('Last Date'), { target: { value: '2099-02-17' } });
  expect(await contact().findByText('These days: Nearly full.')).toBeVisible();
  choose('2099-02-13');
  expect(await contact().findByText('These days: Ask us.')).toBeVisible();
  choose('');
  expect(await contact().findByText(/^A rough date is fine/)).toBeVisible();
  expect(calls.filter(({ path }) => path === '/api/availability')).toHaveLength(1);
});

it('CAL-6 the availability of the chosen day is announced, without leaving the field', async () => {
  mockApi({ '/api/availability': { from: '2099-02-13', days: 'oan' } });
  renderSite();
  const hint = contact().getByText('A rough date is fine.');
  expect(hint).toHaveAttribute('aria-live', 'polite');
  fireEvent.change(field('Preferred Date'), { target: { value: '2099-02-15' } });
  await waitFor(() => expect(hint).toHaveTextContent('This day: Nearly full.'));
  expect(contact().getByText('If it takes several days.')).not.toHaveAttribute('aria-live');
});

it('PUB-CONT-4 points out that a sent inquiry has no phone number and no email', async () => {
  mockApi({ '/api/inquiries': { _id: '1', reference: 'GOD-2611-7K3PXQ', hasContact: false } });
  renderSite();
  fill('Full Name *', 'Meera');
  fireEvent.change(field('Photography Type *'), { target: { value: 'wedding' } });
  send();
  expect(await contact().findByText(/You left no phone number or email address/)).toBeVisible();
  expect(contact().getByText('GOD-2611-7K3PXQ')).toBeVisible();
  expect(within(form()).queryByRole('listitem')).toBeNull();
});

it('PUB-CONT-2 sends a range of dates, a date that is not fixed, and how the visitor heard of the studio', async () => {
  const calls = mockApi({ '/api/inquiries': { _id: '1' } });
  sessionStorage.setItem('campaign', '?utm_source=Instagram&utm_campaign=diwali');
  renderSite();
  write();
  const undecided = field('The date is not fixed yet');
  fill('Last Date', '2099-02-13');
  fireEvent.click(undecided);
  fill('How did you hear about us?', 'friend');
  send();
  expect(field('Last Date')).toHaveAccessibleDescription(/^Please choose a first day, and a last day after it/);
  expect(field('Last Date')).toHaveFocus();
  fill('Last Date', '2099-02-16');
  send();
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({
    ...{ eventDate: '2099-02-14', eventEndDate: '2099-02-16', dateUndecided: 'true', heardFrom: 'friend' },
    ...{ utmSource: 'Instagram', utmCampaign: 'diwali' },
  });
  await waitFor(() => expect(undecided).not.toBeChecked());
  expect(field('Last Date')).toHaveValue('');
  // The next inquiry of this page has a date that is fixed.
  expect(undecided).toHaveAttribute('value', 'true');
  sessionStorage.clear();
});
