import { act, fireEvent, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockLayout, renderSite } from '../testing/render-site';

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
const header = () => document.querySelector('header') as HTMLElement;
const mainNavigation = () => within(within(header()).getByRole('navigation', { name: 'Main' }));

afterEach(() => Object.defineProperty(window, 'scrollY', { value: 0, configurable: true }));

it('PUB-HDR-1 PUB-HERO-2 ROUTE-1 shows the logo and six buttons that scroll smoothly to sections', async () => {
  const { scrolled } = mockLayout();
  renderSite();
  expect(within(header()).getByRole('button', { name: 'Sandhya, home' })).toBeVisible();
  const targets = {
    Home: 'hero',
    Services: 'services',
    Portfolio: 'portfolio',
    Packages: 'packages',
    About: 'about',
    Contact: 'contact',
  };
  expect(
    mainNavigation()
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(Object.keys(targets));
  for (const [name, id] of Object.entries(targets)) {
    fireEvent.click(mainNavigation().getByText(name));
    expect(scrolled).toHaveBeenLastCalledWith(id, { behavior: 'smooth', block: 'start' });
    expect(document.getElementById(id)).toHaveFocus();
  }
  fireEvent.click(within(header()).getAllByText('Book Now')[0] as HTMLElement);
  expect(scrolled).toHaveBeenLastCalledWith('contact', expect.anything());
});

it('PUB-HDR-1 the buttons are links to anchors, for a page without JavaScript; Space presses them', async () => {
  const { scrolled } = mockLayout();
  renderSite();
  const services = mainNavigation().getByRole('button', { name: 'Services' });
  expect(services).toHaveAttribute('href', '#services');
  services.focus();
  await userEvent.keyboard(' ');
  expect(scrolled).toHaveBeenLastCalledWith('services', expect.anything());
});

it('PUB-ALL-1 ROUTE-1 does not scroll smoothly under prefers-reduced-motion', async () => {
  const { scrolled } = mockLayout({ reducedMotion: true });
  renderSite();
  fireEvent.click(mainNavigation().getByText('About'));
  expect(scrolled).toHaveBeenLastCalledWith('about', { behavior: 'auto', block: 'start' });
});

it('PUB-HDR-2 is transparent up to 50 px of scrolling and solid beyond', () => {
  mockLayout();
  renderSite();
  scrollTo(50);
  expect(header()).not.toHaveAttribute('data-solid');
  scrollTo(51);
  expect(header()).toHaveAttribute('data-solid');
  scrollTo(0);
  expect(header()).not.toHaveAttribute('data-solid');
});

it('PUB-HDR-3 the menu is a popover, and choosing a section closes it', () => {
  const { scrolled } = mockLayout();
  renderSite();
  const menu = document.getElementById('menu') as HTMLElement;
  // jsdom has no popovers; public-page.spec.ts opens it in a browser.
  menu.hidePopover = jest.fn();
  expect(menu).toHaveAttribute('popover', 'auto');
  expect(within(header()).getByRole('button', { name: 'Menu' })).toHaveAttribute('popovertarget', 'menu');
  fireEvent.click(within(menu).getByText('Packages'));
  expect(menu.hidePopover).toHaveBeenCalledTimes(1);
  // Another page: Back must not show this one with the menu over it.
  fireEvent(window, new Event('pagehide'));
  expect(menu.hidePopover).toHaveBeenCalledTimes(2);
  expect(scrolled).toHaveBeenLastCalledWith('packages', expect.anything());
});

it('marks the links to the section that is being read', () => {
  mockLayout();
  renderSite();
  const current = () => [...header().querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
  expect(current()).toEqual(['Home', 'Home']);
  const about = document.getElementById('about') as HTMLElement;
  about.getBoundingClientRect = () => new DOMRect(0, 10, 390, 400);
  for (const id of ['hero', 'services', 'portfolio', 'packages'])
    (document.getElementById(id) as HTMLElement).getBoundingClientRect = () => new DOMRect(0, -900, 390, 400);
  for (const id of ['testimonials', 'contact'])
    (document.getElementById(id) as HTMLElement).getBoundingClientRect = () => new DOMRect(0, 900, 390, 400);
  scrollTo(2000);
  expect(current()).toEqual(['About', 'About']);
});

it('PUB-HDR-4 a spacer of 80 px follows it', () => {
  mockLayout();
  renderSite();
  expect(header().nextElementSibling).toHaveStyle({ height: '80px' });
});
