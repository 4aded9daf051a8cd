import { within } from '@testing-library/react';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';
import { sampleSite } from '../testing/sample-site';

const services = () => sectionOf('What we photograph, and film');

beforeEach(() => void mockLayout());

it('PUB-SERV-1 PUB-SERV-2 shows a card with image, icon, texts, 3 features and Learn More per service', () => {
  renderSite();
  const cards = within(services()).getAllByRole('article');
  expect(cards).toHaveLength(5);
  const icons = ['heart', 'camera', 'baby', 'briefcase', 'video'];
  cards.forEach((card, index) => {
    expect(within(card).getByAltText(`Picture of service ${index + 1}`)).toHaveAttribute('loading', 'lazy');
    expect(card.querySelector(`.lucide-${icons[index]}`)).toBeVisible();
    expect(within(card).getByText(`Service ${index + 1}`)).toBeVisible();
    expect(within(card).getByText(`What service ${index + 1} is.`)).toBeVisible();
    const features = within(card)
      .getAllByRole('listitem')
      .map((feature) => feature.textContent);
    expect(features).toEqual([`First of ${index + 1}`, `Second of ${index + 1}`, `Third of ${index + 1}`]);
    expect(within(card).getByText('Learn More').tagName).toBe('BUTTON');
  });
});

it('PUB-SERV-5 Learn More opens the service with everything about it, and closes it', () => {
  renderSite();
  const card = within(services()).getAllByRole('article')[1] as HTMLElement;
  const opener = within(card).getByText('Learn More');
  // jsdom has no popovers; public-page.spec.ts opens it in a browser.
  const sheet = document.getElementById(opener.getAttribute('popovertarget') ?? '') as HTMLElement;
  expect(sheet).toHaveAttribute('popover', 'auto');
  expect(sheet).toHaveAccessibleName('Service 2');
  expect(within(sheet).getByText('Fourth of 2')).toBeInTheDocument();
  expect(within(sheet).getByText('Photos')).toHaveAttribute('href', '/portfolio');
  // No page has the packages of a service without a category.
  expect(within(sheet).queryByText('Packages')).toBeNull();
  expect(within(sheet).getByText('Ask about this')).toHaveAttribute('href', '#contact');
  expect(within(sheet).getByText('Close')).toHaveAttribute('popovertargetaction', 'hide');
});

it("PUB-SERV-3 asks 'Need something custom? Let's create it together' and opens a chat with that message", () => {
  renderSite();
  const ask = within(services())
    .getByText(/^Need something custom\?/)
    .closest('a') as HTMLAnchorElement;
  expect(ask.textContent).toBe("Need something custom? Let's create it together");
  const chat = new URL(ask.href);
  expect(chat.origin + chat.pathname).toBe('https://wa.me/919876543210');
  expect(chat.searchParams.get('text')).toBe('Hi, I need a custom photography package');
});

it('leaves out rows that are not services', () => {
  const [first] = sampleSite()['/api/services'] as object[];
  renderSite({ '/api/services': [first, null, 7, { title: 'no id' }, { ...first, _id: '9', features: 'none' }] });
  expect(within(services()).getAllByRole('article')).toHaveLength(1);
});
