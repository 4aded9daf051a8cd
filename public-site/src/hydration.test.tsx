import { createHostDouble } from '@godhuli/remote-kit/testing/host-double';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { ServerPartsContext } from './page/server-parts';
import { markAsStyled, standInForLayout } from './testing/render-site';
import { sampleSite } from './testing/sample-site';

// React's development build says every difference in the console, and whatever stands there fails a test of ours.
beforeEach(() => void standInForLayout());
afterEach(() => document.body.replaceChildren());

interface Opening {
  data?: Record<string, unknown>;
  /** as the server knows the address */
  search?: string;
  /** which the browser alone knows */
  hash?: string;
}

/** Renders as the server does, then hydrates as the browser does. @returns what React had to repair */
async function hydrate({ data = sampleSite(), search = '', hash = '' }: Opening = {}, between = () => {}) {
  const at = (seen: string) => createHostDouble({ initialData: data, location: { pathname: '/', search, hash: seen } });
  const { host } = at(hash);
  markAsStyled(host);
  const root = document.createElement('div');
  root.innerHTML = renderToString(
    <ServerPartsContext value={{ styles: '.below{color:red}', structuredData: '{"@graph":[]}' }}>
      <App host={at('').host} />
    </ServerPartsContext>,
  );
  document.body.append(root);
  between();
  const recovered = jest.fn();
  await act(async () => void hydrateRoot(root, <App host={host} />, { onRecoverableError: recovered }));
  return recovered;
}

it('the first render of the browser is the server’s: hydration says nothing, and what was typed before stays', async () => {
  const recovered = await hydrate({}, () => {
    screen.getByLabelText<HTMLInputElement>('Full Name *').value = 'Typed early';
  });
  expect(recovered).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Full Name *')).toHaveValue('Typed early');
  // What the server alone knows stays as well.
  expect(document.querySelector('main style')).toHaveTextContent('.below{color:red}');
  expect(document.querySelector('script[type="application/ld+json"]')).toHaveTextContent('{"@graph":[]}');
});

const nothingOf = (...paths: string[]) => ({ ...sampleSite(), ...Object.fromEntries(paths.map((path) => [path, []])) });

it.each<[string, Opening]>([
  ['a section’s own address', { hash: '#packages' }],
  ['an address with a query', { search: '?utm_source=card&tab=cinematic', hash: '#portfolio' }],
  ['no photograph for the hero', { data: nothingOf('/api/hero', '/api/portfolio') }],
  [
    'no testimonial, no package and no service',
    { data: nothingOf('/api/testimonials', '/api/packages', '/api/services') },
  ],
  ['no words of the studio’s own', { data: nothingOf('/api/content', '/api/stats') }],
])('hydration says nothing with %s', async (_what, opening) => {
  expect(await hydrate(opening)).not.toHaveBeenCalled();
});

it('hydration says nothing to visitors who asked for less motion', async () => {
  standInForLayout({ reducedMotion: true });
  expect(await hydrate()).not.toHaveBeenCalled();
});

it('PUB-PORT-1 PUB-PACK-1 PUB-HERO-1 PUB-TEST-1 every tab and every slide of a hydrated page comes without a word of React', async () => {
  const recovered = await hydrate();
  const tabs = screen.getAllByRole('tab');
  expect(tabs).toHaveLength(7);
  for (const tab of tabs) {
    fireEvent.click(tab);
    expect(tab).toHaveAttribute('aria-selected', 'true');
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '') as HTMLElement;
    expect(panel).not.toHaveAttribute('hidden');
  }
  for (const [group, noun] of [
    ['Background photos', 'Photo'],
    ['All testimonials', 'Testimonial'],
  ] as const) {
    const dots = within(screen.getByRole('group', { name: group })).getAllByRole('button', {
      name: new RegExp(`^${noun}`),
    });
    expect(dots.length).toBeGreaterThan(1);
    for (const dot of dots) {
      fireEvent.click(dot);
      expect(dot).toHaveAttribute('aria-current', 'true');
    }
  }
  expect(recovered).not.toHaveBeenCalled();
});
