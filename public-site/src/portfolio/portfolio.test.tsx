import { fireEvent, within } from '@testing-library/react';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';

const portfolio = () => sectionOf('Frames we keep returning to');
const tabs = () => within(portfolio()).getAllByRole('tab');
const panel = () => within(portfolio()).getByRole('tabpanel');
const titles = () =>
  within(panel())
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

beforeEach(() => {
  mockLayout();
  renderSite();
});

it('PUB-PORT-1 has four tabs with counts, wedding first; a tab shows its category', () => {
  expect(tabs().map((tab) => tab.textContent)).toEqual([
    'Wedding & Events 2',
    'Pre-Wedding 1',
    'Cinematic 1',
    'Maternity | Newborn & Family 3',
  ]);
  expect(tabs()[0]).toHaveAttribute('aria-selected', 'true');
  expect(titles()).toEqual(['Frame 1', 'Frame 2']);
  fireEvent.click(tabs()[3] as HTMLElement);
  expect(titles()).toEqual(['Frame 5', 'Frame 6', 'Frame 7']);
  expect(panel()).toHaveAccessibleName('Maternity | Newborn & Family 3');
});

it('PUB-PORT-1 the arrow keys, Home and End move along the tabs', () => {
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  tabs()[0]?.focus();
  press('ArrowLeft');
  expect(tabs()[3]).toHaveFocus();
  press('ArrowRight');
  expect(tabs()[0]).toHaveFocus();
  press('End');
  expect(tabs()[3]).toHaveFocus();
  press('Home');
  expect(tabs()[0]).toHaveAttribute('aria-selected', 'true');
  expect(tabs().map((tab) => tab.tabIndex)).toEqual([0, -1, -1, -1]);
});

it('PUB-PORT-2 each image has a title, a caption (description or category), view, like and share', () => {
  const [described, other] = within(panel()).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(described).getByAltText('Alt 1')).toHaveAttribute('width', '2000');
  expect(within(described).getByText('Four hundred diyas.')).toBeVisible();
  expect(within(other).getByText('Wedding & Events')).toBeVisible();
  const before = described.innerHTML;
  for (const verb of ['View', 'Like', 'Share'])
    fireEvent.click(within(described).getByRole('button', { name: `${verb} Frame 1` }));
  expect(described.innerHTML).toBe(before);
});

it("PUB-PORT-3 has a 'View Complete Gallery' button", () => {
  expect(within(portfolio()).getByRole('button', { name: 'View Complete Gallery' })).toBeEnabled();
});

it('every category is in the page, so that all can be read without JavaScript', () => {
  const images = portfolio().querySelectorAll('img');
  expect(images).toHaveLength(7);
  for (const image of images) expect(image).toHaveAttribute('loading', 'lazy');
});
