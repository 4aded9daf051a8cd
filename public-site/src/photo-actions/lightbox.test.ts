import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { openLightbox } from './lightbox';

const TITLES = ['Dawn', 'Noon', 'Dusk'];

beforeEach(async () => {
  window.matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) as never;
  const item = (title: string) =>
    `<figure class="portfolio-item"><a href="/p/${title}">View</a><figcaption><b>${title}</b></figcaption>${
      title === 'Noon' ? '<p class="portfolio-item__caption" lang="en">Under the neem.</p>' : ''
    }</figure>`;
  document.body.innerHTML = `<div class="portfolio-grid">${TITLES.map(item).join('')}</div>`;
  openLightbox(document.querySelector('a') as HTMLAnchorElement);
  await waitFor(() => expect(document.querySelector('.pswp')).toHaveClass('pswp--ui-visible'));
  await waitFor(() => expect(document.activeElement).toHaveClass('pswp'));
});

afterEach(async () => {
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(document.querySelector('.pswp')).toBeNull());
});

const caption = () => document.querySelector('.lightbox-caption')?.textContent;
/** Presses a key where the focus is. @returns whether the browser does what it does with the key, such as scroll */
const press = (key: string, where = document.activeElement as Element) => fireEvent.keyDown(where, { key });

it.each(['PageUp', 'PageDown', 'Home', 'End', ' '])('PUB-LIGHT-1 the key "%s" does not scroll the page', (key) => {
  expect(press(key)).toBe(false);
});

it('PUB-LIGHT-1 End and Home show the last and the first photo', () => {
  press('End');
  expect(caption()).toBe('DuskPhoto 3 of 3');
  press('Home');
  expect(caption()).toBe('DawnPhoto 1 of 3');
});

it('PUB-PORT-2 a photo shows its description in the language of that text', () => {
  press('ArrowRight');
  expect(caption()).toBe('NoonUnder the neem.Photo 2 of 3');
  expect(screen.getByText('Under the neem.', { selector: '.lightbox-caption *' })).toHaveAttribute('lang', 'en');
});

it('PUB-LIGHT-1 Space presses a focused button', () => {
  expect(press(' ', screen.getByRole('button', { name: 'Close' }))).toBe(true);
});

it('PUB-LIGHT-1 keys scroll the page again once the photo is closed', async () => {
  press('Escape');
  await waitFor(() => expect(document.querySelector('.pswp')).toBeNull());
  expect(press('End', document.body)).toBe(true);
});
