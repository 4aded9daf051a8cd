import { portfolioCategorySchema } from '@godhuli/contracts/portfolio';
import type { Page, Route } from '@playwright/test';
import { expectNoAxeViolationsInEveryTheme as expectNoViolations } from './page/axe';
import { addEditor, sendInquiry, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { renamedPdf, seedPhotograph } from './page/uploads';

/** Every page of the menu, and the user's account. */
const PAGES = [
  'Dashboard',
  'Inquiries',
  'Clients',
  'Calendar',
  'Gallery',
  'Albums',
  'Videos',
  'Blog',
  'Offers',
  'Pages',
  'Services',
  'Packages',
  'Testimonials',
  'Analytics',
  'Marketing',
  'Users',
  'Settings',
  'Messages',
  'Releases',
  'Audit log',
  'your account',
];
/** Pages with forms beside or above other columns, which a tablet shows in another way. */
const ON_TABLETS = ['Packages', 'Settings', 'Users', 'your account'];
const TABLET_FIRST = [820, 390, 1440];
/** Pages that load data. */
const LOADING_PAGES = [
  'Dashboard',
  'Inquiries',
  'Clients',
  'Gallery',
  'Albums',
  'Videos',
  'Users',
  'Messages',
  'Releases',
  'Audit log',
];

/** Opens a page by the menu, without a new document. */
async function choose(page: Page, label: string): Promise<void> {
  const link = page.getByRole('link', { name: new RegExp(`^${label}|${label}$`) }).first();
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const OPEN_DIALOG = 'dialog[open]';
/** The requests for the data of pages, without those for the session and the studio's name. */
const DATA =
  /\/api\/(inquiries|clients|remotes|admin\/(portfolio|albums|blog|videos|users|audit|messages)(\/(status|recipients|previews\/\w+))?)(\?|$)/;
const NO_COUNTS = Object.fromEntries(portfolioCategorySchema.options.map((category) => [category, 0]));
/** What the API responds with when there is nothing. */
function emptyList(url: string): unknown {
  if (url.includes('/audit')) return { entries: [], next: null };
  if (url.includes('/albums')) return { items: [], next: null, total: 0 };
  if (url.includes('/videos')) return { videos: [], next: null, total: 0, dead: 0 };
  if (url.includes('/portfolio'))
    return { items: [], next: null, total: 0, counts: NO_COUNTS, unpublished: 0, trashed: 0 };
  return [];
}
const UPLOAD = /\/api\/admin\/media$/;
/** By this the portal finds out that a lost connection is back, and uploads again by itself. */
const REACHABLE = '**/livez';

test('ADM-LOGIN-1 login and password link have no axe violation, in both themes, on phone and desktop', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/401|422|API Error:/);
  await page.goto('/admin');
  await expectNoViolations(page, 'login');
  await page.getByLabel('Email').fill('nobody@godhuli.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'login with an error');
  await page.goto(`/admin/reset-password#${'A'.repeat(43)}`);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page, 'new password with an error');
  await page.getByLabel('New password').fill('a password of many words');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'a link that does not work');
});

test('ADM-SHELL-1 ADM-SHELL-4 every page has no axe violation, in both themes, on phone and desktop', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/500|API Error:|Failed to load resource/);
  await sendInquiry(page.request, product.url, 'Seen By Axe');
  await signInByPage(page, product.url);

  await test.step('every page', async () => {
    for (const label of PAGES) {
      await choose(page, label);
      await page.waitForLoadState('networkidle');
      await expectNoViolations(page, label, undefined, ON_TABLETS.includes(label) ? TABLET_FIRST : undefined);
    }
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(page, 'own password with errors', 'main');
  });

  await test.step('the collapsed sidebar', async () => {
    await page.getByRole('button', { name: 'Collapse sidebar' }).click();
    await expectNoViolations(page, 'collapsed sidebar', 'aside');
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
  });

  const state: { name: string; respond(route: Route): unknown; sign: RegExp } = {
    name: '',
    respond: (route) => route.continue(),
    sign: /./,
  };
  await page.route(DATA, (route) => (route.request().method() === 'GET' ? state.respond(route) : route.continue()));
  const checkState = (labels: readonly string[], next: typeof state) =>
    test.step(`pages whose data is ${next.name}`, async () => {
      Object.assign(state, next);
      await page.goto('/admin/dashboard');
      for (const label of labels) {
        await choose(page, label);
        await expect(page.getByRole('main').getByText(state.sign).first()).toBeAttached();
        await expectNoViolations(page, `${label} ${state.name}`, 'main');
      }
    });
  await checkState(
    LOADING_PAGES.filter((label) => !['Users', 'Messages'].includes(label)),
    { name: 'loading', respond: () => undefined, sign: /Loading|Counting/ },
  );
  await checkState(LOADING_PAGES, {
    name: 'failed',
    respond: (route) => route.fulfill({ status: 500, json: { title: 'x', status: 500, detail: 'Out of order.' } }),
    sign: /We could not load|Not available/,
  });
  await checkState(['Inquiries', 'Gallery', 'Audit log'], {
    name: 'empty',
    respond: (route) => route.fulfill({ json: emptyList(route.request().url()) }),
    sign: /No inquiries yet|No photos yet|No entries yet/,
  });
  await page.unroute(DATA);

  await test.step('a page that editors may not open', async () => {
    const editor = await addEditor(page.request, product.url, { name: 'Ravi Kale', email: 'axe@godhuli.example' });
    await signInByPage(page, product.url, editor);
    await page.goto('/admin/dashboard/analytics');
    await expect(page.getByText('Only admins can open this page')).toBeVisible();
    await expectNoViolations(page, 'refusal of the editor');
  });
});

test('ADM-GAL-2 ADM-GAL-3 ADM-INQ-1 dialogs and states have no axe violation, in both themes', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/415|API Error:|Failed to load resource/);
  await sendInquiry(page.request, product.url, 'Seen By Axe');
  await sendInquiry(page.request, product.url, 'Doubtful Axe', 10);
  await signInByPage(page, product.url);
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');
  const main = (what: string) => expectNoViolations(page, what, 'main');
  const inDialog = (what: string) => expectNoViolations(page, what, OPEN_DIALOG);
  const file = dialog.locator('input[type="file"]');

  await test.step('the drawer of the menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeFocused();
    await expectNoViolations(page, 'drawer', 'aside');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('a dialog gives the focus back where a click does not focus a button, as in Safari', async () => {
    await choose(page, 'Calendar');
    await page.evaluate(() => addEventListener('mousedown', (event) => event.preventDefault()));
    const button = page.getByRole('button', { name: 'Muhurat dates' });
    await button.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await page.reload();
  });

  await test.step('the inbox: an inquiry, nothing found, likely spam, deletion and undo', async () => {
    await choose(page, 'Inquiries');
    // Other tests may have sent more inquiries than a page of the list has.
    await page.getByLabel('Search inquiries').fill('Seen By Axe');
    await page
      .getByRole('button', { name: /Seen By Axe/ })
      .first()
      .click();
    await main('an inquiry');
    await page.getByLabel('Search inquiries').fill('nobody of this name');
    await expect(page.getByText('No inquiries found')).toBeVisible();
    await main('no inquiry found');
    await page.getByRole('button', { name: 'Clear search and filter' }).click();
    await page.getByRole('button', { name: /in Likely spam/ }).click();
    await page.getByRole('button', { name: /Doubtful Axe/ }).click();
    await expect(page.getByRole('button', { name: 'Not spam' })).toBeVisible();
    await main('likely spam');
    await page.getByRole('button', { name: 'Delete this inquiry' }).click();
    await inDialog('question before an inquiry is deleted');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await main('an inquiry deleted');
  });

  await test.step('the gallery: nothing found', async () => {
    await choose(page, 'Gallery');
    await page.getByLabel('Search the gallery').fill('nothing of this name');
    await expect(page.getByText('No photos found')).toBeVisible();
    await main('no item found');
    await page.getByRole('button', { name: 'Clear search and filter' }).click();
  });

  await test.step('a new item: errors, upload, lost connection', async () => {
    await page.getByRole('button', { name: 'Add New Item' }).click();
    await inDialog('new item');
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await expect(dialog.getByText(/^Please/).first()).toBeVisible();
    await inDialog('item with errors');
    let upload: (route: Route) => unknown = () => undefined;
    await page.route(UPLOAD, (route) => upload(route));
    await file.setInputFiles(seedPhotograph('commercial-perfume.jpg'));
    await expect(dialog.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
    await inDialog('item uploading');
    await dialog.getByRole('button', { name: 'Cancel upload' }).click();
    upload = (route) => route.abort();
    await page.route(REACHABLE, (route) => route.abort());
    await file.setInputFiles(seedPhotograph('commercial-perfume.jpg'));
    await expect(dialog.getByText(/The connection was lost/)).toBeVisible();
    await inDialog('connection lost');
    await page.unroute(UPLOAD);
  });

  await test.step('several items, one of them refused', async () => {
    await file.setInputFiles([renamedPdf('renamed.jpg'), seedPhotograph('commercial-perfume.jpg')]);
    await page.unroute(REACHABLE);
    await expect(dialog.getByText(/This file is a PDF/)).toBeVisible();
    await expect(dialog.getByText('Ready')).toBeVisible();
    await inDialog('several items, one refused');
    // On a phone the form is taller than the window; the strip of items keeps its height.
    await page.setViewportSize({ width: 390, height: 844 });
    const strip = dialog.getByRole('list', { name: 'Items to add' });
    expect(await strip.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await expectNoViolations(page, 'question before typed text is lost', '[role="alertdialog"]');
    await question.getByRole('button', { name: 'Discard' }).click();
    // Two dialogs have closed at once.
    await expect(page.getByRole('button', { name: 'Add New Item' })).toBeFocused();
  });

  await test.step('an item is edited, deleted and restored', async () => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expect(dialog.getByRole('button', { name: /^Focal point/ })).toBeVisible();
    await inDialog('item edited');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await expect(question).toHaveAccessibleName('Are you sure you want to delete this item?');
    await inDialog('question before an item is deleted');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await main('an item deleted');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  });

  await test.step('a password link that is shown once', async () => {
    await choose(page, 'Users');
    await page
      .getByRole('button', { name: /^Create link for/ })
      .first()
      .click();
    await expect(dialog).toBeVisible();
    await inDialog('a link shown once');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('releases: history, checks and deploy tokens', async () => {
    await choose(page, 'Releases');
    const remote = page.getByRole('region', { name: 'admin-portal' });
    // Bottom up, because an opened part moves the parts below it.
    for (const part of ['Deploy tokens', 'History', /checks passed/]) await remote.getByText(part).first().click();
    await remote.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog).toBeVisible();
    await inDialog('a token shown once');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await main('a remote with its history, checks and tokens');
    await remote.getByRole('button', { name: 'Revoke' }).first().click();
    await inDialog('question before a token is revoked');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(question).toBeHidden();
  });

  await test.step('details of the audit log', async () => {
    await choose(page, 'Audit log');
    await page.locator('summary').first().click();
    await main('details of the audit');
  });
});
