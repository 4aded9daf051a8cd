import { act, fireEvent, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';

const section = () => within(sectionOf('In their own words'));
const carousel = () => section().getByLabelText('Testimonials');
const dots = () => within(carousel()).getAllByLabelText<HTMLInputElement>(/^Testimonial \d of \d$/);
/** Who speaks in the selected slide. CSS shows it (public-page.spec.ts). */
const speaker = () => {
  const slide = carousel().querySelectorAll('.carousel__slide')[dots().findIndex(({ checked }) => checked)];
  return slide?.querySelector('h3 strong')?.textContent;
};
/** Clicks the arrow of the selected slide. */
const clickArrow = (name: string) => {
  const arrows = carousel().querySelectorAll('.carousel__arrows')[dots().findIndex(({ checked }) => checked)];
  fireEvent.click(within(arrows as HTMLElement).getByTitle(name));
};
const cardOf = (name: string) => section().getAllByText(name).at(-1)?.closest('.testimonial-card') as HTMLLabelElement;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const NAMES = ['Sneha & Rohan', 'Priya & Aditya', 'Kavita Shinde'];

beforeEach(() => {
  jest.useFakeTimers();
  mockLayout();
});
afterEach(() => jest.useRealTimers());

it('PUB-TEST-1 advances every 8000 ms and wraps; previous, next and dots choose', () => {
  renderSite();
  expect(speaker()).toBe(NAMES[0]);
  pass(7999);
  expect(speaker()).toBe(NAMES[0]);
  pass(1);
  expect(speaker()).toBe(NAMES[1]);
  pass(8000);
  expect(speaker()).toBe(NAMES[2]);
  pass(8000);
  expect(speaker()).toBe(NAMES[0]);
  clickArrow('Previous');
  expect(speaker()).toBe(NAMES[2]);
  clickArrow('Next');
  expect(speaker()).toBe(NAMES[0]);
  fireEvent.click(within(carousel()).getByLabelText('Testimonial 2 of 3'));
  expect(speaker()).toBe(NAMES[1]);
});

it('PUB-ALL-1 pauses on hover and by its pause button; announces only a change by the visitor', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderSite();
  await user.hover(carousel());
  pass(60_000);
  expect(speaker()).toBe(NAMES[0]);
  await user.unhover(carousel());
  fireEvent.click(within(carousel()).getByLabelText('Pause testimonials'));
  pass(60_000);
  expect(speaker()).toBe(NAMES[0]);
  clickArrow('Next');
  expect(carousel().querySelector('[aria-live]')).toHaveAttribute('aria-live', 'polite');
});

it('PUB-TEST-2 the grid shows all of them, cut to 120 characters plus an ellipsis; a missing rating is 5', () => {
  renderSite();
  const cards = NAMES.map(cardOf);
  const whole = 'They were there for fourteen hours and I remember them for perhaps two minutes of it. '.repeat(2);
  expect(within(cards[0] as HTMLElement).getByText(`${whole.slice(0, 120)}…`)).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByText('Short and sweet.')).toBeVisible();
  expect(cards.map((card) => within(card).getByRole('img').getAttribute('aria-label'))).toEqual([
    '4 out of 5',
    '5 out of 5',
    '3 out of 5',
  ]);
  expect(cards.map(({ control }) => control)).toEqual(dots());
  fireEvent.click(cards[2] as HTMLElement);
  expect(speaker()).toBe(NAMES[2]);
});

it.each([
  ['in a word', `${'a'.repeat(110)} unforgettable`, `${'a'.repeat(110)} unforgett…`],
  ['after punctuation', `${'a'.repeat(119)}, days`, `${'a'.repeat(119)},…`],
  ['after the 120th emoji', '📷'.repeat(121), `${'📷'.repeat(120)}…`],
  ['after the vowel sign of a letter', `${'a'.repeat(119)}नि गेले`, `${'a'.repeat(119)}नि…`],
  ['nowhere where 120 characters are all', `${'a'.repeat(119)}नि`, `${'a'.repeat(119)}नि`],
])('PUB-TEST-2 cuts a text at 120 characters: %s', (_where, text, shown) => {
  const testimonial = { _id: '1', name: 'Asha', event: '', location: '', rating: 5, text, image: '', media: null };
  renderSite({ '/api/testimonials': [testimonial] });
  expect(cardOf('Asha').querySelector('.testimonial-card__text')?.textContent).toBe(shown);
});

it.each([
  [false, 'smooth'],
  [true, 'auto'],
])('PUB-TEST-2 a selected testimonial scrolls into view; with reduced motion (%s): %s', (reducedMotion, behavior) => {
  const { scrolled } = mockLayout({ reducedMotion });
  renderSite();
  const said = carousel().querySelectorAll('.carousel__quote')[2] as HTMLElement;
  const card = cardOf('Kavita Shinde');
  fireEvent.click(card);
  pass(20);
  expect(scrolled).not.toHaveBeenCalled();
  said.getBoundingClientRect = () => new DOMRect(0, -900, 390, 400);
  fireEvent.click(card);
  pass(20);
  expect(scrolled).toHaveBeenCalledWith('', { behavior, block: 'center' });
});

it("PUB-TEST-3 closes with 'WhatsApp Us' and 'View More Work'", () => {
  const { scrolled } = mockLayout();
  renderSite();
  expect(section().getByText('WhatsApp Us')).toHaveAttribute('href', 'https://wa.me/919876543210');
  fireEvent.click(section().getByText('View More Work'));
  expect(scrolled).toHaveBeenLastCalledWith('portfolio', expect.anything());
});

it('shows no carousel while there is nothing to say', () => {
  renderSite({ '/api/testimonials': [] });
  expect(section().queryByLabelText('Testimonials')).toBeNull();
  expect(section().getByText('WhatsApp Us')).toBeVisible();
});
