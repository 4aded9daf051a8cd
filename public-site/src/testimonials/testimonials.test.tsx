import { act, fireEvent, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSite, sectionOf, standInForLayout } from '../testing/render-site';

const section = () => within(sectionOf('In their own words'));
const carousel = () => section().getByLabelText('Testimonials');
const speaker = () => carousel().querySelector('h3 strong')?.textContent;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const NAMES = ['Sneha & Rohan', 'Priya & Aditya', 'Kavita Shinde'];

beforeEach(() => {
  jest.useFakeTimers();
  standInForLayout();
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
  fireEvent.click(within(carousel()).getByLabelText('Previous testimonial'));
  expect(speaker()).toBe(NAMES[2]);
  fireEvent.click(within(carousel()).getByLabelText('Next testimonial'));
  expect(speaker()).toBe(NAMES[0]);
  fireEvent.click(within(carousel()).getByLabelText('Testimonial 2 of 3'));
  expect(speaker()).toBe(NAMES[1]);
});

it('PUB-ALL-1 stands still on hover and by its pause button; only a change by hand is announced', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderSite();
  expect(carousel().querySelector('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await user.hover(carousel());
  pass(60_000);
  expect(speaker()).toBe(NAMES[0]);
  await user.unhover(carousel());
  fireEvent.click(within(carousel()).getByLabelText('Pause the testimonials'));
  pass(60_000);
  expect(speaker()).toBe(NAMES[0]);
  fireEvent.click(within(carousel()).getByLabelText('Next testimonial'));
  expect(carousel().querySelector('[aria-live]')).toHaveAttribute('aria-live', 'polite');
});

it('PUB-TEST-2 the grid shows all of them, cut at 120 characters plus an ellipsis; a click selects; a missing rating is 5', () => {
  renderSite();
  const cards = NAMES.map((name) => section().getAllByText(name).at(-1)?.closest('button') as HTMLElement);
  const whole = 'They were there for fourteen hours and I remember them for perhaps two minutes of it. '.repeat(2);
  expect(within(cards[0] as HTMLElement).getByText(`${whole.slice(0, 120)}…`)).toBeVisible();
  expect(within(cards[1] as HTMLElement).getAllByText('Short and sweet.')[0]).toBeVisible();
  expect(cards.map((card) => within(card).getByRole('img').getAttribute('aria-label'))).toEqual([
    '4 out of 5',
    '5 out of 5',
    '3 out of 5',
  ]);
  expect(cards[0]).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(cards[2] as HTMLElement);
  expect(speaker()).toBe(NAMES[2]);
  expect(cards[2]).toHaveAttribute('aria-pressed', 'true');
});

it("PUB-TEST-3 closes with 'WhatsApp Us' and 'View More Work'", () => {
  const { scrolled } = standInForLayout();
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
