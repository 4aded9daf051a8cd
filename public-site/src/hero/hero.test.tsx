import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';
import { samplePhoto, sampleSite } from '../testing/sample-site';
import heroStyles from './hero.css?inline';
import { PORTRAIT_WINDOW } from './hero-frame';

const hero = () => sectionOf('Evenings kept');
const dots = () => within(hero()).getAllByLabelText<HTMLInputElement>(/^Photo \d of \d$/);
/** The selected slide. CSS shows it (public-page.spec.ts). */
const shown = () => dots().findIndex(({ checked }) => checked);
const images = () => hero().querySelectorAll('.hero__slides img');
/** Those that the browser loads before their slide is shown. */
const preloaded = () =>
  [...images()].flatMap((image, index) => (image.getAttribute('loading') === 'lazy' ? [] : [index]));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
  mockLayout();
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

it('PUB-HERO-1 dots select a slide and restart the 5000 ms', () => {
  renderSite();
  pass(3000);
  fireEvent.click(dots()[2] as HTMLElement);
  expect(shown()).toBe(2);
  pass(4999);
  expect(shown()).toBe(2);
  pass(1);
  expect(shown()).toBe(3);
});

it('PUB-HERO-1 the first photo loads with high priority, the others shortly before they are shown', () => {
  renderSite();
  expect(images()).toHaveLength(4);
  expect(preloaded()).toEqual([0]);
  expect(images()[0]).toHaveAttribute('fetchpriority', 'high');
  expect(images()[0]).not.toHaveAttribute('loading');
  pass(2500);
  expect(preloaded()).toEqual([0, 1]);
  act(() => dots()[3]?.focus());
  expect(preloaded()).toEqual([0, 1, 3]);
});

it('PUB-HERO-1 API-2 falls back to the first portfolio items with an image', () => {
  renderSite({ '/api/hero': [] });
  expect(dots()).toHaveLength(4);
});

it('PUB-ALL-1 pauses on hover, on keyboard focus and by its pause button', async () => {
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
  fireEvent.click(within(hero()).getByLabelText('Pause slideshow'));
  pass(20_000);
  expect(shown()).toBe(1);
  fireEvent.click(within(hero()).getByLabelText('Pause slideshow'));
  pass(5000);
  expect(shown()).toBe(2);
});

it('PUB-ALL-1 pauses in a hidden tab', () => {
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

it('PUB-ALL-1 does not advance under prefers-reduced-motion, but dots work', () => {
  mockLayout({ reducedMotion: true });
  renderSite();
  pass(60_000);
  expect(shown()).toBe(0);
  expect(preloaded()).toEqual([0]);
  fireEvent.click(dots()[1] as HTMLElement);
  expect(shown()).toBe(1);
});

it('PUB-HERO-2 shows tagline, description and brand from content', () => {
  renderSite();
  expect(screen.getByRole('heading', { level: 1, name: 'Evenings kept' })).toBeVisible();
  expect(within(hero()).getByText('Photography after four o’clock.')).toBeVisible();
  expect(within(hero()).getByText(/^Sandhya/)).toBeVisible();
});

it('PUB-HERO-2 PUB-HERO-3 shows the defaults when content and stats are empty', () => {
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
  const { scrolled } = mockLayout();
  renderSite();
  fireEvent.click(within(hero()).getByRole('button', { name: 'View Portfolio' }));
  expect(scrolled).toHaveBeenLastCalledWith('portfolio', expect.anything());
  const outside = within(hero()).getByRole('link', { name: 'WhatsApp Now' });
  expect(outside).toHaveAttribute('href', 'https://wa.me/919876543210');
  expect(outside).toHaveAttribute('target', '_blank');
  expect(outside).toHaveAttribute('rel', expect.stringContaining('noopener'));
  expect(within(hero()).getByRole('button', { name: 'Scroll' })).toBeVisible();
});

it('shows an image of another site, without variants, as it is', () => {
  const items = sampleSite()['/api/hero'] as object[];
  renderSite({
    '/api/hero': [
      { ...items[0], media: null, image: 'https://elsewhere.example/a.jpg' },
      { ...items[1], media: samplePhoto('c') },
    ],
  });
  expect(images()[0]).toHaveAttribute('src', 'https://elsewhere.example/a.jpg');
});

it('PUB-HERO-1 portrait windows load the portrait photo, with its own size and aspect ratio', () => {
  const items = sampleSite()['/api/hero'] as object[];
  const portrait = { ...samplePhoto('d'), width: 1440, height: 2560, focal: { x: 40, y: 20 } };
  renderSite({ '/api/hero': [{ ...items[0], portrait }, ...items.slice(1)] });
  const sources = [...(images()[0]?.parentElement?.querySelectorAll('source') ?? [])];
  const portraitSources = sources.filter(({ media }) => media === '(max-aspect-ratio:4/5)');
  expect(portraitSources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', '']);
  expect(sources.slice(0, 3)).toEqual(portraitSources);
  for (const source of portraitSources) {
    expect(source.srcset).toContain('d'.repeat(64));
    expect(source.getAttribute('width')).toBe('1440');
    expect(source.getAttribute('height')).toBe('2560');
    expect(source.sizes).toContain('max(100vw,max(100vh,44rem)*0.563)');
  }
  expect(images()[0]?.closest('.frame')).toHaveStyle({ '--portrait-focal-x': '40%', '--portrait-focal-y': '20%' });
});

it('the photo and the styles agree on what a portrait window is', () => {
  expect(heroStyles.replaceAll(' ', '')).toContain(`@media${PORTRAIT_WINDOW}{`);
});
