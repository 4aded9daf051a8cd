import { cleanup, fireEvent, within } from '@testing-library/react';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';
import { sampleSite } from '../testing/sample-site';

const portfolio = () => sectionOf('Frames we keep returning to');
const tabs = () => within(portfolio()).getAllByRole<HTMLInputElement>('radio');
/** The panel of a tab. CSS shows that of the selected one (public-page.spec.ts). */
const panel = (index: number) => portfolio().querySelectorAll<HTMLElement>('.tab-panel')[index] as HTMLElement;
const titles = (index: number) => [...panel(index).querySelectorAll('h3')].map((heading) => heading.textContent);

beforeEach(() => {
  mockLayout();
  renderSite();
});

it('PUB-PORT-1 has four tabs with counts, wedding first, and a panel for each', () => {
  expect(tabs().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Wedding & Events 2',
    'Pre-Wedding 1',
    'Cinematic 1',
    'Maternity | Newborn & Family 3',
  ]);
  expect(tabs().map(({ checked }) => checked)).toEqual([true, false, false, false]);
  expect(titles(0)).toEqual(['Frame 1', 'Frame 2']);
  expect(titles(3)).toEqual(['Frame 5', 'Frame 6', 'Frame 7']);
  expect(panel(3)).toHaveAccessibleName('Maternity | Newborn & Family');
});

it('PUB-PORT-1 PUB-PORT-6 a count includes the photos that the page does not show', () => {
  cleanup();
  const shown = sampleSite()['/api/highlights'] as object[];
  renderSite({ '/api/highlights': shown.map((item) => ({ ...item, total: 312 })) });
  expect(tabs().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Wedding & Events 312',
    'Pre-Wedding 312',
    'Cinematic 312',
    'Maternity | Newborn & Family 312',
  ]);
});

it('PUB-PORT-2 each image has a title, a caption (description or category), view, like and share', () => {
  const [described, other] = within(panel(0)).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(described).getByAltText('Alt 1')).toHaveAttribute('width', '2000');
  expect(within(described).getByText('Four hundred diyas.')).toBeVisible();
  expect(within(other).getByText('Wedding & Events')).toBeVisible();
  const before = described.innerHTML;
  for (const verb of ['Like', 'Share'])
    fireEvent.click(within(described).getByRole('button', { name: `${verb} Frame 1` }));
  expect(described.innerHTML).toBe(before);
});

it('PUB-PORT-2 PUB-PHOTO-1 view is a link to the page of the photo, also without JavaScript', () => {
  const views = within(panel(0)).getAllByRole('link', { name: /^View / });
  expect(views.map((link) => link.getAttribute('href'))).toEqual(['/p/frame-1', '/p/frame-2']);
});

it("PUB-PORT-3 'View Complete Gallery' leads to the gallery", () => {
  const link = within(portfolio()).getByRole('link', { name: 'View Complete Gallery' });
  expect(link).toHaveAttribute('href', '/portfolio');
});

it('every category is in the page, so that all can be read without JavaScript', () => {
  const images = portfolio().querySelectorAll('img');
  expect(images).toHaveLength(7);
  for (const image of images) expect(image).toHaveAttribute('loading', 'lazy');
});
