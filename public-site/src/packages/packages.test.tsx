import { fireEvent, within } from '@testing-library/react';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';
import { sampleSite } from '../testing/sample-site';

const GRADIENT = 'from-rose-800 to-amber-600';

const packages = () => sectionOf('Priced plainly, before we meet');
const tabs = () => within(packages()).getAllByRole<HTMLInputElement>('radio');
/** The cards of a tab. CSS shows those of the selected one (public-page.spec.ts). */
const cards = (tab = 0) => [...packages().querySelectorAll<HTMLElement>(`.tab-panel:nth-of-type(${tab + 1}) article`)];
const names = (tab: number) => cards(tab).map((card) => card.querySelector('h3')?.textContent);

it('PUB-PACK-1 DATA-2 filters by strict equality of category and tab label, Wedding first', () => {
  mockLayout();
  renderSite();
  expect(tabs().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Wedding',
    'Pre-Wedding',
    'Maternity | Newborn & Family',
  ]);
  expect(tabs().map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(names(0)).toEqual(['Essential', 'Premium', 'Luxury']);
  expect(names(1)).toEqual(['Pre-Wedding Special']);
  expect(names(2)).toEqual(['Maternity']);
  expect(packages()).not.toHaveTextContent('Commercial');
  expect(packages()).not.toHaveTextContent('Lowercase');
});

it('PUB-PACK-2 PUB-PACK-3 shows every detail of a package, its badge, icon and booking link', () => {
  mockLayout();
  renderSite();
  const [essential, premium, luxury] = cards() as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(essential).getByText('₹45,000')).toBeVisible();
  expect(within(essential).getByText('6 hours')).toBeVisible();
  expect(within(essential).getByText('One lead photographer')).toBeVisible();
  fireEvent.click(within(essential).getByText('Terms & Conditions'));
  expect(within(essential).getByText('50% advance confirms the date.')).toBeVisible();
  expect(within(premium).queryByText('Terms & Conditions')).toBeNull();
  expect(within(premium).getByText('Most Popular')).toBeVisible();
  expect(within(essential).queryByText('Most Popular')).toBeNull();
  expect(essential.querySelector('.lucide-star')).toBeVisible();
  expect(premium.querySelector('.lucide-crown')).toBeVisible();
  expect(luxury.querySelector('.lucide-crown')).toBeVisible();
  expect(cards(1)[0]?.querySelector('.lucide-sparkles')).toBeVisible();
  const chat = new URL(within(premium).getByText<HTMLAnchorElement>('Book This Package').href);
  expect(chat.origin + chat.pathname).toBe('https://wa.me/919876543210');
  expect(chat.searchParams.get('text')).toBe("Hi, I'm interested in booking the package: ");
});

it("PUB-PACK-4 'Need a Custom Package?' leads to the form by 'Get Custom Quote'", () => {
  const { scrolled } = mockLayout();
  renderSite();
  expect(within(packages()).getByText('Need a Custom Package?')).toBeVisible();
  fireEvent.click(within(packages()).getByText('Get Custom Quote'));
  expect(scrolled).toHaveBeenLastCalledWith('contact', expect.anything());
});

it('PUB-PACK-6 draws the gradient of packages and services when it is valid', () => {
  mockLayout();
  const { '/api/packages': packages, '/api/services': services } = sampleSite() as Record<string, object[]>;
  renderSite({
    '/api/packages': packages?.map((offer, index) => ({ ...offer, color: index === 0 ? GRADIENT : 'rose;x' })),
    '/api/services': services?.map((service, index) => ({ ...service, color: index === 1 ? GRADIENT : '' })),
  });
  const tints = (items: HTMLElement[]) => items.map((item) => item.parentElement?.style.getPropertyValue('--tint'));
  const tint = expect.stringMatching(/^linear-gradient\(90deg,oklch/);
  expect(tints(cards())).toEqual([tint, '', '']);
  expect(tints(within(sectionOf('What we photograph, and film')).getAllByRole('article'))).toEqual([
    '',
    tint,
    '',
    '',
    '',
  ]);
});
