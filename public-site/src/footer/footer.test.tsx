import { act, fireEvent, within } from '@testing-library/react';
import { mockApi, mockLayout, renderSite } from '../testing/render-site';

const footer = () => within(document.querySelector('footer') as HTMLElement);

it('PUB-FOOT-1 names brand, tagline, founding year, services, phone, places, copyright and builder', () => {
  mockLayout();
  renderSite();
  for (const text of [
    'Sandhya',
    'Evenings kept',
    'Since 2017',
    'Satara',
    'Rajpath 7, Satara 415001',
    'Website by Kagad Digital',
  ])
    expect(footer().getByText(text)).toBeVisible();
  expect(footer().getByText('+91 98765 43210').closest('a')).toHaveAttribute('href', 'tel:+919876543210');
  expect(footer().getByText(/^© \d{4} Sandhya Photography & Films\. All rights reserved\.$/)).toBeVisible();
  for (const number of [1, 2, 3, 4, 5]) expect(footer().getByText(`Service ${number}`)).toBeVisible();
});

it('PUB-FOOT-1 SET-SOCIAL-1 links to the social pages that have an http(s) URL, and shows no others', () => {
  mockLayout();
  renderSite();
  expect(footer().getByLabelText('Instagram')).toHaveAttribute('href', 'https://www.instagram.com/sandhya');
  // 'javascript:alert(1)', and none.
  for (const name of ['Facebook', 'YouTube']) expect(footer().queryByLabelText(name)).not.toBeInTheDocument();
});

it('PUB-FOOT-1 links to Instagram, Facebook and YouTube, each in a window of its own', () => {
  mockLayout();
  const social = { instagram: 'https://a.example/', facebook: 'https://b.example/', youtube: 'https://c.example/' };
  const content = Object.entries(social).map(([key, value]) => ({ _id: key, section: 'social', key, value }));
  renderSite({ '/api/content': content });
  for (const [name, href] of [
    ['Instagram', social.instagram],
    ['Facebook', social.facebook],
    ['YouTube', social.youtube],
  ] as const) {
    const link = footer().getByLabelText(name);
    expect(link).toHaveAttribute('href', href);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  }
});

it('PUB-FOOT-1 PUB-CONT-1 PUB-HERO-2 shows its own brand, phone and places where content has none', () => {
  mockLayout();
  renderSite({ '/api/content': [] });
  expect(footer().getByText('Godhuli')).toBeVisible();
  expect(footer().getByText('+91 90000 00000')).toBeVisible();
  expect(footer().getByText('Ahilyanagar & Pune, Maharashtra')).toBeVisible();
});

it('PUB-FOOT-1 quick links and the scroll-to-top button go to their sections', () => {
  const { scrolled } = mockLayout();
  renderSite();
  const links = within(footer().getByRole('navigation', { name: 'Quick Links' })).getAllByRole('button');
  for (const link of links) fireEvent.click(link);
  fireEvent.click(footer().getByLabelText('Scroll to top'));
  expect(scrolled.mock.calls.map(([id]) => id)).toEqual([
    'hero',
    'about',
    'services',
    'portfolio',
    'packages',
    'contact',
    'hero',
  ]);
});

it('PUB-FOOT-1 shows no heading over services that are loading or failed to load', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  mockLayout();
  let fail: (reason: Error) => void = () => undefined;
  mockApi({ '/api/services': () => new Promise((_, reject) => (fail = reject)) });
  renderSite({ '/api/services': undefined });
  const headings = () => [...document.querySelectorAll('footer h2')].map((heading) => heading.textContent);
  expect(headings()).toEqual(['Quick Links', 'Visit']);
  await act(async () => fail(new TypeError('connection lost')));
  expect(headings()).toEqual(['Quick Links', 'Visit']);
  expect(document.querySelectorAll('.footer__columns > *')).toHaveLength(3);
});
