import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite, sectionOf, standInForLayout } from '../testing/render-site';
import { photograph, sampleSite } from '../testing/sample-site';

const hero = () => sectionOf('Evenings kept');
const dots = () => within(hero()).getAllByLabelText(/^Photo \d of \d$/);
const shown = () => dots().findIndex((dot) => dot.getAttribute('aria-current') === 'true');
const pictures = () => hero().querySelectorAll('.hero__slides img');
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
  standInForLayout();
});
afterEach(() => jest.useRealTimers());

it('PUB-HERO-1 shows the first 4 items with an image, begins at 0, advances every 5000 ms and wraps', () => {
  const items = sampleSite()['/api/hero'] as object[];
  renderSite({ '/api/hero': [{ ...items[0], _id: 'none', image: '', media: null }, ...items] });
  expect(dots()).toHaveLength(4);
  expect(shown()).toBe(0);
  pass(4999);
  expect(shown()).toBe(0);
  pass(1);
  expect(shown()).toBe(1);
  for (const next of [2, 3, 0]) {
    pass(5000);
    expect(shown()).toBe(next);
  }
});

it('PUB-HERO-1 dots jump, and a full 5000 ms begin anew', () => {
  renderSite();
  pass(3000);
  fireEvent.click(dots()[2] as HTMLElement);
  expect(shown()).toBe(2);
  pass(4999);
  expect(shown()).toBe(2);
  pass(1);
  expect(shown()).toBe(3);
});

it('PUB-HERO-1 the first photograph comes at once and at high priority, the others only when needed', () => {
  renderSite();
  expect(pictures()).toHaveLength(1);
  expect(pictures()[0]).toHaveAttribute('fetchpriority', 'high');
  expect(pictures()[0]).not.toHaveAttribute('loading');
  pass(2500);
  expect(pictures()).toHaveLength(2);
  fireEvent.focus(dots()[3] as HTMLElement);
  expect(pictures()).toHaveLength(3);
});

it('PUB-HERO-1 API-2 falls back to the first portfolio items with an image', () => {
  renderSite({ '/api/hero': [] });
  expect(dots()).toHaveLength(4);
});

it('PUB-ALL-1 stands still on hover, on keyboard focus and by its pause button', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderSite();
  await user.hover(hero());
  pass(20_000);
  expect(shown()).toBe(0);
  await user.unhover(hero());
  act(() => within(hero()).getByRole('button', { name: 'View Portfolio' }).focus());
  pass(20_000);
  expect(shown()).toBe(0);
  act(() => (document.activeElement as HTMLElement).blur());
  pass(5000);
  expect(shown()).toBe(1);
  fireEvent.click(within(hero()).getByRole('button', { name: 'Pause slideshow' }));
  pass(20_000);
  expect(shown()).toBe(1);
  fireEvent.click(within(hero()).getByRole('button', { name: 'Play slideshow' }));
  pass(5000);
  expect(shown()).toBe(2);
});

it('PUB-ALL-1 stands still in a hidden tab', () => {
  renderSite();
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  pass(20_000);
  expect(shown()).toBe(0);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  pass(5000);
  expect(shown()).toBe(1);
});

it('PUB-ALL-1 stands still under prefers-reduced-motion, where dots still jump', () => {
  standInForLayout({ reducedMotion: true });
  renderSite();
  pass(60_000);
  expect(shown()).toBe(0);
  expect(pictures()).toHaveLength(1);
  fireEvent.click(dots()[1] as HTMLElement);
  expect(shown()).toBe(1);
});

it('PUB-HERO-2 shows tagline, description and brand from content', () => {
  renderSite();
  expect(screen.getByRole('heading', { level: 1, name: 'Evenings kept' })).toBeVisible();
  expect(within(hero()).getByText('Photography after four o’clock.')).toBeVisible();
  expect(within(hero()).getByText(/^Sandhya/)).toBeVisible();
});

it('PUB-HERO-2 PUB-HERO-3 stands in with the defaults when content and stats are empty', () => {
  renderSite({ '/api/content': [{ _id: '1', section: 'hero', key: 'tagline', value: '  ' }], '/api/stats': [] });
  const region = sectionOf("Capturing Life's Precious Moments");
  expect(
    within(region).getByText(
      'Expert in Cinematic & Wedding photography, newborn & maternity sessions, and commercial projects. Based in Ahilyanagar & Pune, Maharashtra, India.',
    ),
  ).toBeVisible();
  expect(within(region).getByText(/^Godhuli/)).toBeVisible();
  const labels = within(region)
    .getAllByRole('term')
    .map((term) => term.textContent);
  const numbers = within(region)
    .getAllByRole('definition')
    .map((definition) => definition.textContent);
  expect(labels).toEqual(['Happy Couples', 'Events Covered', 'Years Experience', 'Photos Captured']);
  expect(numbers).toEqual(['500+', '1200+', '8+', '2L+']);
});

it('PUB-HERO-3 shows a row of 4 stat tiles', () => {
  renderSite();
  expect(
    within(hero())
      .getAllByRole('definition')
      .map((number) => number.textContent),
  ).toEqual(['100+', '200+', '300+', '400+']);
});

it("PUB-HERO-4 'View Portfolio' scrolls there, 'WhatsApp Now' leads outside, 'Scroll' hints", () => {
  const { scrolled } = standInForLayout();
  renderSite();
  fireEvent.click(within(hero()).getByRole('button', { name: 'View Portfolio' }));
  expect(scrolled).toHaveBeenLastCalledWith('portfolio', expect.anything());
  expect(within(hero()).getByRole('link', { name: 'WhatsApp Now' })).toHaveAttribute(
    'href',
    'https://wa.me/919876543210',
  );
  expect(within(hero()).getByRole('button', { name: 'Scroll' })).toBeVisible();
});

it('a photograph of another site, without variants, is shown as it is', () => {
  const items = sampleSite()['/api/hero'] as object[];
  renderSite({
    '/api/hero': [
      { ...items[0], media: null, image: 'https://elsewhere.example/a.jpg' },
      { ...items[1], media: photograph('c') },
    ],
  });
  expect(pictures()[0]).toHaveAttribute('src', 'https://elsewhere.example/a.jpg');
});

it('PUB-HERO-1 upright windows take the upright photo, at its own size and by its own proportions', () => {
  const items = sampleSite()['/api/hero'] as object[];
  const portrait = { ...photograph('d'), width: 1440, height: 2560, focal: { x: 40, y: 20 } };
  renderSite({ '/api/hero': [{ ...items[0], portrait }, ...items.slice(1)] });
  const sources = [...(pictures()[0]?.parentElement?.querySelectorAll('source') ?? [])];
  const upright = sources.filter(({ media }) => media === '(max-aspect-ratio:4/5)');
  expect(upright.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', '']);
  expect(sources.slice(0, 3)).toEqual(upright);
  for (const source of upright) {
    expect(source.srcset).toContain('d'.repeat(64));
    expect([source.getAttribute('width'), source.getAttribute('height')]).toEqual(['1440', '2560']);
    expect(source.sizes).toContain('max(100vw,max(100vh,44rem)*0.563)');
  }
  expect(pictures()[0]?.closest('.frame')).toHaveStyle({ '--ux': '40%', '--uy': '20%' });
});
