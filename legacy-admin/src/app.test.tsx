import { act, fireEvent, screen, within } from '@testing-library/react';
import { remote } from './remote';
import { renderApp } from './testing/render-app';

const TABS = ['Overview', 'Portfolio', 'Packages', 'Inquiries', 'Settings'];
const openTab = () => screen.getByRole('tab', { selected: true }).textContent;

it('offers contract 1 under its own name', () => {
  expect(remote).toMatchObject({ contract: 1, name: 'legacy-admin' });
});

it('LEG-1 has the five tabs, Overview first, and a button back to the website', async () => {
  const { user } = renderApp();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(TABS);
  expect(openTab()).toBe('Overview');
  for (const name of TABS) {
    await user.click(screen.getByRole('tab', { name }));
    expect(openTab()).toBe(name);
    expect(screen.getByRole('tabpanel', { name })).toBeVisible();
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  }
  await user.click(screen.getByRole('button', { name: 'Back to Website' }));
  expect(screen.getByText('The website')).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

it('LEG-1 opens the tab that the URL names, and follows the back button', async () => {
  const { user } = renderApp('/admin-old/packages');
  expect(openTab()).toBe('Packages');
  expect(document.title).toBe('Packages · Godhuli legacy admin');
  await user.click(screen.getByRole('tab', { name: 'Settings' }));
  expect(window.location.pathname).toBe('/admin-old/settings');
  await act(async () => {
    window.history.replaceState(null, '', '/admin-old');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(openTab()).toBe('Overview');
});

it('LEG-1 keeps what someone has typed while they look at another tab', async () => {
  const { user } = renderApp('/admin-old/portfolio');
  await user.type(screen.getByLabelText('Title *'), 'Haldi, half done');
  await user.click(screen.getByRole('tab', { name: 'Packages' }));
  await user.type(screen.getAllByLabelText('Duration')[0] as HTMLElement, ' and a tea');
  await user.click(screen.getByRole('tab', { name: 'Portfolio' }));
  expect(screen.getByLabelText('Title *')).toHaveValue('Haldi, half done');
  await user.click(screen.getByRole('tab', { name: 'Packages' }));
  expect(screen.getAllByLabelText('Duration')[0]).toHaveValue('6 hours and a tea');
});

it('LEG-1 walks the tabs with the arrow keys, Home and End, and wraps', async () => {
  const { user } = renderApp();
  // The skip link and the link back to the website come first.
  for (let stops = 0; stops < 3; stops++) await user.tab();
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus();
  for (const [key, name] of [
    ['{ArrowRight}', 'Portfolio'],
    ['{End}', 'Settings'],
    ['{ArrowRight}', 'Overview'],
    ['{ArrowLeft}', 'Settings'],
    ['{Home}', 'Overview'],
  ] as const) {
    await user.keyboard(key);
    expect(screen.getByRole('tab', { name })).toHaveFocus();
    expect(openTab()).toBe(name);
  }
});

it.each([{ altKey: true }, { ctrlKey: true }, { metaKey: true }])(
  'LEG-1 a tab leaves %j with an arrow key to the browser',
  (modifier) => {
    renderApp('/admin-old/packages');
    const isLeft = fireEvent.keyDown(screen.getByRole('tab', { name: 'Packages' }), { key: 'ArrowLeft', ...modifier });
    expect(isLeft).toBe(true);
    expect(openTab()).toBe('Packages');
  },
);

it('LEG-3 shows 24 inquiries, 6 packages, 48 images, 200+ clients', () => {
  renderApp();
  const counters = Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(counters).toEqual({ Inquiries: '24', Packages: '6', Images: '48', Clients: '200+' });
});

it('LEG-3 leads on from Overview, with the focus on the tab that opened', async () => {
  const { user } = renderApp();
  await user.click(screen.getByRole('button', { name: 'Change the theme' }));
  expect(screen.getByRole('tab', { name: 'Settings', selected: true })).toHaveFocus();
});

it('LEG-4 requires title and category, and says so next to each field', async () => {
  const { user, toasts } = renderApp('/admin-old/portfolio');
  const title = screen.getByLabelText('Title *');
  const category = screen.getByLabelText('Category *');
  expect([title, category].map((field) => field.hasAttribute('required'))).toEqual([true, true]);

  await user.type(title, '   ');
  await user.click(screen.getByRole('button', { name: 'Add to Portfolio' }));
  expect(title).toHaveAccessibleDescription('Please enter a title.');
  expect(category).toHaveAccessibleDescription('Please choose a category.');
  expect(title).toHaveFocus();

  await user.type(title, 'Haldi Hour');
  expect(title).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Add to Portfolio' }));
  expect(category).toHaveFocus();
  expect(toasts).toEqual([]);
});

it('LEG-4 offers wedding, cinematic, newborn and commercial, and shows a toast after an addition', async () => {
  const { user, toasts } = renderApp('/admin-old/portfolio');
  const category = screen.getByLabelText('Category *');
  const values = within(category)
    .getAllByRole<HTMLOptionElement>('option')
    .map((option) => option.value);
  expect(values).toEqual(['', 'wedding', 'cinematic', 'newborn', 'commercial']);

  await user.type(screen.getByLabelText('Title *'), 'Haldi Hour');
  await user.selectOptions(category, 'newborn');
  await user.click(screen.getByRole('button', { name: 'Add to Portfolio' }));
  expect(toasts).toEqual([
    { title: 'Added to Portfolio', description: '“Haldi Hour” (newborn). Sample data: nothing was saved.' },
  ]);
  expect(screen.getByLabelText('Title *')).toHaveValue('');
});

it('LEG-5 lists the six sample packages with price and duration, each with its own Update', async () => {
  const { user, toasts } = renderApp('/admin-old/packages');
  const rows = screen.getAllByRole('form').map((row) => [
    row.getAttribute('aria-label'),
    ...within(row)
      .getAllByRole<HTMLInputElement>('textbox')
      .map((field) => field.value),
  ]);
  expect(rows).toEqual([
    ['Essential', '45,000', '6 hours'],
    ['Premium', '90,000', 'Full day'],
    ['Luxury', '1,50,000', '2 days'],
    ['Pre-Wedding Special', '35,000', '4 hours'],
    ['Maternity', '25,000', '2 hours'],
    ['Commercial', '40,000', '5 hours'],
  ]);
  expect(within(screen.getByRole('form', { name: 'Premium' })).getByText('Most Popular')).toBeVisible();

  for (const [name] of rows) await user.click(screen.getByRole('button', { name: `Update ${name}` }));
  expect(toasts).toHaveLength(6);

  const price = within(screen.getByRole('form', { name: 'Luxury' })).getByLabelText('Price (₹)');
  await user.clear(price);
  await user.click(screen.getByRole('button', { name: 'Update Luxury' }));
  expect(price).toHaveAccessibleDescription('Please enter a price.');
  await user.type(price, '₹175000{Enter}');
  expect(price).toHaveValue('1,75,000');
  expect(toasts.slice(6)).toEqual([
    { title: 'Package Updated', description: 'Luxury: ₹1,75,000, 2 days. Sample data: nothing was saved.' },
  ]);
});

it('LEG-6 shows inquiries with the badges New, Responded and Booked', async () => {
  const { user, toasts } = renderApp('/admin-old/inquiries');
  const badges = screen
    .getAllByRole('listitem')
    .map((item) => [
      within(item).getByRole('heading').textContent,
      within(item).getByText(/^(New|Responded|Booked)$/).textContent,
    ]);
  expect(badges).toEqual([
    ['Meera Joshi', 'New'],
    ['Nikhil Gaikwad', 'Responded'],
    ['Farhan Shaikh', 'Booked'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Reply to Meera Joshi' }));
  expect(toasts.map(({ title }) => title)).toEqual(['Reply']);
});

it('leaves nothing behind: ten visits add no style element and no listener beyond the first', () => {
  const listeners = new Map<string, number>();
  const count = (by: number) => (type: string) => {
    listeners.set(type, (listeners.get(type) ?? 0) + by);
  };
  jest.spyOn(window, 'addEventListener').mockImplementation(count(1));
  jest.spyOn(window, 'removeEventListener').mockImplementation(count(-1));
  const visit = () => renderApp('/admin-old/settings').unmount();
  visit();
  const styles = document.querySelectorAll('style').length;
  for (let visits = 0; visits < 10; visits++) visit();
  expect(document.querySelectorAll('style')).toHaveLength(styles);
  expect([...listeners.values()].every((balance) => balance === 0)).toBe(true);
  expect(document.body.textContent).toBe('');
});
