import type { PostedForm } from '@godhuli/contracts/host';
import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { postedInquiry } from './contact/posted-form';
import { POSTED_INQUIRY } from './contact/use-inquiry-form';
import { KEPT } from './page/kept-page';
import { ServerPartsContext } from './page/server-parts';
import { attachEarlyForm } from './page-script/early-form';
import { SubPage } from './pages/sub-page';
import { Site } from './site';
import { addServerStyles, mockApi, mockLayout } from './testing/render-site';
import { sampleSite } from './testing/sample-site';

// React's development build logs every mismatch, and a console error fails the test.
beforeEach(() => void mockLayout());
afterEach(() => document.body.replaceChildren());

interface Opening {
  data?: Record<string, unknown>;
  /** query of the URL that the server sees */
  search?: string;
  /** fragment, which only the browser sees */
  hash?: string;
  /** whether the server had not all data, so that React takes over the whole page */
  isWhole?: boolean;
}

const PAGES = { Home: App, SubPage };

/** Renders as the server does, then hydrates as the browser does. @returns the spy for recovered errors */
async function hydrate(
  { data = sampleSite(), search = '', hash = '', isWhole = false }: Opening = {},
  between = () => {},
) {
  const at = (seen: string, initialData: Record<string, unknown>) =>
    createHostDouble({ initialData, location: { pathname: '/', search, hash: seen } });
  const kept = { [KEPT]: { chatNumber: '919876543210' }, [POSTED_INQUIRY]: data[POSTED_INQUIRY] };
  const double = at(hash, isWhole ? data : kept);
  const { host } = double;
  addServerStyles(host);
  const root = document.createElement('div');
  root.innerHTML = renderToString(
    <ServerPartsContext
      value={{
        deferredStyles: '.below{color:red}',
        iconPaths: '<defs />',
        structuredData: '{"@graph":[]}',
        languages: '',
      }}
    >
      <Site host={at('', data).host} pages={PAGES} />
    </ServerPartsContext>,
  );
  document.body.append(root);
  between();
  const recovered = jest.fn();
  const page = <Site host={host} pages={PAGES} />;
  await act(async () => void hydrateRoot(root, page, { onRecoverableError: recovered }));
  return recovered;
}

/** The element into which the host puts its script (FIRST_VIEW_END). */
const firstViewEnd = () => document.querySelector('main > [data-first-view-end]') as HTMLElement;

it.each([true, false])(
  'hydrates without a mismatch, and keeps what was typed before: whole page %s',
  async (isWhole) => {
    const recovered = await hydrate({ isWhole }, () => {
      screen.getByLabelText<HTMLInputElement>('Full Name *').value = 'Typed early';
      firstViewEnd().innerHTML = '<p>of the host</p>';
    });
    expect(recovered).not.toHaveBeenCalled();
    expect(firstViewEnd()).toHaveTextContent('of the host');
    expect(screen.getByLabelText('Full Name *')).toHaveValue('Typed early');
    // So do the parts that only the server writes.
    expect(document.querySelector('main style')).toHaveTextContent('.below{color:red}');
    expect(document.querySelector('script[type="application/ld+json"]')).toHaveTextContent('{"@graph":[]}');
  },
);

const POSTED: PostedForm = {
  version: 1,
  name: 'inquiry',
  status: 'invalid',
  values: { name: 'Meera', eventType: 'wedding', message: 'two\r\nlines', phone: '98220' },
  errors: { phone: 'Too short.' },
  idempotencyKey: 'key-12345678',
};

it('PUB-CONT-3 a posted form that failed can be sent again with its key, then it is empty', async () => {
  const calls = mockApi({ '/api/inquiries': { _id: '1' } });
  const data = { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry({ ...POSTED, status: 'failed', errors: {} }) };
  await hydrate({ data });
  fireEvent.change(screen.getByLabelText('Phone Number'), { target: { value: '' } });
  fireEvent.click(screen.getByText('Send Inquiry'));
  await waitFor(() => expect(screen.getByText('We received your inquiry')).toBeVisible());
  expect(calls[0]?.headers.get('idempotency-key')).toBe('key-12345678');
  expect(calls[0]?.body).toMatchObject({ name: 'Meera', eventType: 'wedding' });
  expect(screen.getByLabelText('Full Name *')).toHaveValue('');
  expect(screen.queryByText('Submission Failed')).toBeNull();
});

const nothingOf = (...paths: string[]) => ({ ...sampleSite(), ...Object.fromEntries(paths.map((path) => [path, []])) });

it.each([true, false])(
  'PUB-CONT-3 the response to a refused form keeps the focus and the edited message: whole page %s',
  async (isWhole) => {
    const data = { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry(POSTED) };
    const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
    const recovered = await hydrate({ data, isWhole }, () => {
      message().focus();
      message().value = 'Three days';
    });
    expect(recovered).not.toHaveBeenCalled();
    expect(message()).toHaveFocus();
    expect(message()).toHaveValue('Three days');
  },
);

it('PUB-CONT-3 the response to a form that failed keeps the focus of a visitor who goes on in it', async () => {
  const data = { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry({ ...POSTED, status: 'failed', errors: {} }) };
  await hydrate({ data }, () => screen.getByLabelText('Email').focus());
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

it('PUB-CONT-3 an emptied message of a refused form stays empty', async () => {
  const data = { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry(POSTED) };
  await hydrate({ data }, () => {
    screen.getByLabelText<HTMLTextAreaElement>('Message').value = '';
  });
  expect(screen.getByLabelText('Message')).toHaveValue('');
});

it.each<[string, Opening]>([
  ['the URL of a section', { hash: '#packages' }],
  ['a URL with a query', { search: '?utm_source=card&tab=cinematic', hash: '#portfolio' }],
  ['no photo for the hero', { data: nothingOf('/api/hero', '/api/highlights') }],
  [
    'no testimonial, no package and no service',
    { data: nothingOf('/api/testimonials', '/api/packages', '/api/services') },
  ],
  ['no content of the studio', { data: nothingOf('/api/content', '/api/stats') }],
  ['a posted form', { data: { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry(POSTED) } }],
])('hydrates without a mismatch with %s', async (_what, opening) => {
  expect(await hydrate(opening)).not.toHaveBeenCalled();
  document.body.replaceChildren();
  expect(await hydrate({ ...opening, isWhole: true })).not.toHaveBeenCalled();
});

it('hydrates without a mismatch under prefers-reduced-motion', async () => {
  mockLayout({ reducedMotion: true });
  expect(await hydrate()).not.toHaveBeenCalled();
  document.body.replaceChildren();
  expect(await hydrate({ isWhole: true })).not.toHaveBeenCalled();
});

it('the form of a page that keeps its markup says what is missing; the rest stays as the server sent it', async () => {
  let before = '';
  await hydrate({}, () => {
    before = document.querySelector('#packages')?.outerHTML ?? '';
  });
  fireEvent.click(screen.getByText('Send Inquiry'));
  expect(screen.getByText('Two fields are missing')).toBeVisible();
  expect(document.querySelector('#packages')?.outerHTML).toBe(before);
});

describe('PUB-CONT-2 a form that is sent incomplete before React runs', () => {
  const labelled = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const description = (label: string) => {
    const ids = labelled(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent?.trim());
  };
  const marked = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')].map(({ name }) => name);
  const attach = () => attachEarlyForm(document.body, new AbortController().signal);
  const send = () => fireEvent.click(screen.getByText('Send Inquiry'));

  it('gets the messages of the form; a corrected field loses its message', async () => {
    await hydrate({}, () => {
      attach();
      labelled('Email').value = 'asha';
      send();
      expect(labelled('Full Name *')).toHaveFocus();
      expect(description('Full Name *')).toEqual(['Please tell us your name.']);
      expect(description('Photography Type *')).toEqual(['Please choose a photography type.']);
      expect(description('Email')).toEqual([
        'Please enter a valid email address.',
        'If you would like a reply by email.',
      ]);
      expect(marked()).toEqual(['name', 'eventType', 'email']);
      fireEvent.input(labelled('Email'), { target: { value: 'asha@example.in' } });
      expect(description('Email')).toEqual(['If you would like a reply by email.']);
      fireEvent.input(labelled('Full Name *'), { target: { value: 'Asha' } });
      expect(screen.getByText('Please tell us your name.')).not.toBeVisible();
    });
    expect(marked()).toEqual(['eventType']);
    fireEvent.change(labelled('Photography Type *'), { target: { value: 'wedding' } });
    fireEvent.input(labelled('Photography Type *'));
    expect(marked()).toEqual([]);
  });

  it('keeps its messages and the focus when React takes over; the summary comes with the next try', async () => {
    const recovered = await hydrate({}, () => {
      attach();
      send();
      labelled('Message').focus();
    });
    expect(recovered).not.toHaveBeenCalled();
    expect(labelled('Message')).toHaveFocus();
    expect(labelled('Full Name *')).toHaveAccessibleDescription('Please tell us your name.');
    expect(marked()).toEqual(['name', 'eventType']);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.input(labelled('Full Name *'), { target: { value: 'Asha' } });
    send();
    expect(screen.getByRole('alert')).toHaveTextContent('One field is missing');
    expect(marked()).toEqual(['eventType']);
    expect(labelled('Full Name *')).not.toHaveAttribute('aria-describedby');
  });

  it.each([
    { status: 'invalid', errors: POSTED.errors, fields: ['phone'] },
    { status: 'failed', errors: {}, fields: [] },
    { status: 'ok', errors: {}, fields: [] },
  ] as const)(
    'and was posted already with the result $status keeps the result of the server',
    async ({ fields, ...result }) => {
      const data = { ...sampleSite(), [POSTED_INQUIRY]: postedInquiry({ ...POSTED, ...result }) };
      const recovered = await hydrate({ data }, () => {
        attach();
        labelled('Full Name *').value = '';
        labelled('Phone Number').value = '+91 98220 11111';
        fireEvent.input(labelled('Phone Number'));
        send();
        expect(marked()).toEqual(fields);
      });
      expect(recovered).not.toHaveBeenCalled();
      expect(marked()).toEqual(fields);
    },
  );
});

it('ERR-1 a page that React creates anew has all its sections, although the document had kept them', async () => {
  const calls = mockApi(sampleSite());
  await hydrate();
  const { host } = createHostDouble({ initialData: { [KEPT]: { chatNumber: '' } } });
  const { container } = render(<Site host={host} pages={PAGES} />);
  const packages = container.querySelector('#packages');
  await waitFor(() => expect(packages).toHaveTextContent('Pre-Wedding Special'));
  expect(calls.map(({ path }) => path)).toContain('/api/packages');
});

it('PUB-PORT-1 PUB-PACK-1 PUB-HERO-1 PUB-TEST-1 keeps what the visitor selected before', async () => {
  const SELECTED = [
    '#hero-slide-3',
    '[aria-label="Pause slideshow"]',
    '[name="portfolio"][value="cinematic"]',
    '[name="packages"][value="prewedding"]',
    '#testimonial-2',
  ];
  const inputs = () => SELECTED.map((selector) => document.querySelector<HTMLInputElement>(selector));
  const select = () => {
    for (const input of inputs()) if (input) input.checked = true;
  };
  expect(await hydrate({}, select)).not.toHaveBeenCalled();
  expect(inputs().map((input) => input?.checked)).toEqual([true, true, true, true, true]);
});
