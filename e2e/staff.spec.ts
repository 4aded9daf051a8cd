import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { addEditor, dismissNotices, sendInquiry, signInByPage } from './page/staff';
import { expect, test } from './page/test';
import { renamedPdf, seedPhotograph } from './page/uploads';
import { hydrate } from './page/visitor';
import { ADMIN, type Product, startProduct } from './product/start-product';

/** An empty studio, as a new user starts it, for tests that change the website. */
let studio: Product;
/** The admin account that its first start prints. */
let printedAdmin: { email: string; password: string };
test.beforeAll(async () => {
  studio = await startProduct({ empty: true, env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } });
  // It is printed after the URL, for which the start waits.
  await expect.poll(studio.output).toMatch(/the password \S+/);
  printedAdmin = {
    email: /[\w.+-]+@[\w.-]+/.exec(studio.output())?.[0] ?? '',
    password: /the password (\S+)/.exec(studio.output())?.[1] ?? '',
  };
});
test.afterAll(() => studio?.remove());

test('ADM-LOGIN-1 ADM-LOGIN-2 shows an error for a wrong password, and an alert for the reset', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.allow(/401|API Error:/);
  await page.goto('/admin');
  await page.getByLabel('Email').fill('nobody@godhuli.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const message = page.waitForEvent('dialog').then(async (dialog) => {
    const text = dialog.message();
    await dialog.dismiss();
    return text;
  });
  await page.getByText('Forgot Password?').click();
  expect(await message).toBe('Password reset feature coming soon!');
});

test('ADM-SHELL-2 without a stored user the portal redirects to its login', async ({ page }) => {
  await page.goto('/admin/dashboard/gallery');
  await expect(page).toHaveURL(/\/admin$/);
});

test('RUN-1 ADM-GAL-1 ADM-GAL-3 ADM-INQ-1 the first day of a new studio, from sign-in to a booking', async ({
  page,
  browser,
  consoleWatch,
}) => {
  consoleWatch.allow(/415|API Error:/);
  const dialog = page.getByRole('dialog');
  const mogra = page.getByRole('button', { name: /^Move Mogra, position 1 of 25/ });

  await test.step('signs in with the printed password', async () => {
    expect(studio.output()).toContain(studio.url);
    await signInByPage(page, studio.url, printedAdmin);
    await expect(page.getByText(/welcome/i).first()).toBeVisible();
  });

  await test.step('uploads three files, one of which is refused', async () => {
    await page.getByRole('link', { name: 'Gallery', exact: true }).first().click();
    await page.getByRole('button', { name: 'Add New Item' }).click();
    await dialog
      .locator('input[type="file"]')
      .setInputFiles([
        seedPhotograph('commercial-perfume.jpg', 'mogra.jpg'),
        seedPhotograph('commercial-watch-stone.jpg', 'hour-of-stone.jpg'),
        renamedPdf('renamed.jpg'),
      ]);
    await expect(dialog.getByText('Ready')).toHaveCount(2);
    await dialog.getByRole('button', { name: /^Renamed/ }).click();
    await expect(dialog.getByText(/This file is a PDF/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add 3 items' }).click();
    await expect(page.getByText(/^24 photos/)).toBeAttached();
    await expect(dialog.getByText(/This file is a PDF/)).toBeVisible();
  });

  await test.step('replaces the refused file', async () => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /^choose/ }).click();
    await (await chooser).setFiles(seedPhotograph('services-wedding.jpg', 'the-right-one.jpg'));
    await dialog.getByLabel('Title *').fill('The right one');
    await expect(dialog.getByRole('button', { name: /^Focal point/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('moves an item to the start', async () => {
    const moved = page.waitForResponse(/\/position$/, { timeout: 90_000 });
    await page.mouse.move(900, 700);
    await expect(async () => {
      // The page has only the items of a long list that are near the window.
      await page.mouse.wheel(0, 20_000);
      await page.getByRole('button', { name: 'Move Mogra to start' }).click({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await expect(mogra).toBeInViewport();
    await moved;
  });

  await test.step('drags the second item before it', async () => {
    const dragged = page.waitForResponse(/\/position$/);
    const target = await mogra.boundingBox();
    await page.getByRole('button', { name: /^Move The Hour of Godhuli, position 2/ }).hover();
    await page.mouse.down();
    await page.mouse.move(target?.x ?? 0, target?.y ?? 0, { steps: 10 });
    await page.mouse.up();
    expect((await dragged).status()).toBe(200);
    await expect(page.getByRole('button', { name: /^Move Mogra, position 2 of 25/ })).toBeVisible();
  });

  await test.step('a visitor sees the photos in this order and sends an inquiry', async () => {
    const visitor = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
    const visit = await visitor.newPage();
    await visit.clock.install();
    await visit.goto(studio.url);
    await hydrate(visit);
    const first = await visit.locator('#portfolio').getByRole('heading', { level: 3 }).allTextContents();
    expect(first.slice(0, 2)).toEqual(['The Hour of Godhuli', 'Mogra']);
    const gallery = await visitor.newPage();
    await gallery.goto(`${studio.url}/portfolio/wedding`);
    for (const width of [390, 1440]) await expectNewPhotos(gallery, width);
    await gallery.close();
    await visit.getByLabel('Full Name *').fill('Journey Visitor');
    await visit.getByLabel('Photography Type *').selectOption('wedding');
    await visit.getByLabel(/^Phone/).fill('9822012345');
    // A form that is sent within three seconds is quarantined; a person takes longer than this test.
    await visit.clock.fastForward(5000);
    await visit.getByRole('button', { name: /send/i }).click();
    await expect(visit.getByText('Inquiry Submitted Successfully!', { exact: true })).toBeVisible();
    await visitor.close();
  });

  await test.step('responds to the inquiry on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: /^Inquiries/ }).click();
    await page.getByRole('button', { name: /Journey Visitor/ }).click();
    const reply = page.getByRole('link', { name: 'Reply on WhatsApp' });
    await expect(reply).toHaveAttribute(
      'href',
      `https://wa.me/919822012345?text=${encodeURIComponent(
        'Namaste Journey Visitor, this is Godhuli. Thank you for your inquiry about Wedding & Events.',
      )}`,
    );
    await expect(reply).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+919822012345');
    await page.getByRole('radio', { name: 'Responded' }).click();
    await expect(page.getByText(/^Responded .*by Studio Admin$/)).toBeVisible();
  });

  await test.step('books it on a desktop, and it stays booked after a reload', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('radio', { name: 'Booked' }).click();
    await expect(page.getByText(/^Booked .*by Studio Admin$/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: /Journey Visitor/ })).toContainText('Booked');
    await expect(page.getByRole('radio', { name: 'Booked' })).toBeChecked();
    await expect(page.getByText(/^Responded .*by Studio Admin$/)).toBeVisible();
  });
});

/** Expects the photos of the first day in the gallery: in their order, loaded, and inside the window. */
async function expectNewPhotos(visit: Page, width: number): Promise<void> {
  await visit.setViewportSize({ width, height: 900 });
  const shown = visit.locator('.portfolio-item');
  const titles = await shown.locator('figcaption > :first-child').allTextContents();
  expect(titles.slice(0, 2)).toEqual(['The Hour of Godhuli', 'Mogra']);
  expect(titles.slice(-2)).toEqual(['Hour of stone', 'The right one']);
  for (const title of ['Mogra', 'Hour of stone', 'The right one']) {
    const photo = shown.filter({ has: visit.getByText(title, { exact: true }) }).locator('img');
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    const box = (await photo.boundingBox()) ?? { x: -1, width: 0 };
    // Two upright photos share a row on a phone.
    expect(box.width, `${title} at ${width} px`).toBeGreaterThan(width === 390 ? 390 / 3 : 200);
    expect(box.x, `${title} at ${width} px`).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, `${title} at ${width} px`).toBeLessThanOrEqual(width);
  }
}

test('ADM-INQ-1 on a phone Back closes the open inquiry, also one that was opened by its URL', async ({
  page,
  product,
}) => {
  const id = await sendInquiry(page.request, product.url, 'Phone Reader');
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByPage(page, product.url);
  // Newest first: other tests may have sent more inquiries than a page of the list has.
  const inbox = '/admin/dashboard/inquiries?order=newest';
  await page.goto(inbox);
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('button', { name: /Phone Reader/ });
  const heading = page.getByRole('heading', { name: 'Phone Reader', level: 2 });
  await row.click();
  await expect(heading).toBeFocused();
  await expect(row).toBeHidden();
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(inbox);
  await row.click();
  await page.getByRole('button', { name: 'Inbox' }).click();
  await expect(row).toBeVisible();

  await page.goto('about:blank');
  await page.goto(`${inbox}#${id}`);
  await expect(heading).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(inbox);
});

test('ADM-INQ-1 on a phone Back keeps filter and scroll position, also after a reload', async ({ page, product }) => {
  for (let number = 1; number <= 25; number += 1) {
    const response = await page.request.post(`${product.url}/api/inquiries`, {
      data: { name: `Scrolled Visitor ${number}`, eventType: 'newborn', elapsedMs: number === 25 ? 10 : 9000 },
      headers: { origin: product.url, 'x-forwarded-for': `198.51.100.${number}` },
    });
    expect(response.status()).toBe(201);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByPage(page, product.url);
  await dismissNotices(page.request, product.url);
  await page.goto('/admin/dashboard');
  await page.goto('/admin/dashboard/inquiries');
  const inbox = page.getByRole('region', { name: 'Inbox' });
  const row = inbox.getByRole('button', { name: /^Scrolled Visitor 20/ });
  const heading = page.getByRole('heading', { name: 'Scrolled Visitor 20', level: 2 });

  await test.step('Back from an inquiry keeps filter and scroll position', async () => {
    await page.getByLabel('Photography type').selectOption('newborn');
    await expect(page).toHaveURL(/\?type=newborn$/);
    // Scrolls to it and waits until it stands still, as the click below does: rows get their height when they come into view.
    await row.click({ trial: true });
    const scrollTop = () => inbox.getByRole('list').evaluate((list) => list.scrollTop);
    const before = await scrollTop();
    expect(before).toBeGreaterThan(300);
    await row.click();
    await expect(heading).toBeVisible();
    await page.goBack();
    await expect(row).toBeVisible();
    // The scroll position may be between two pixels.
    await expect.poll(async () => Math.abs((await scrollTop()) - before)).toBeLessThanOrEqual(2);
    expect(new URL(page.url()).search).toBe('?type=newborn');
  });

  await test.step('a reload adds no history entry', async () => {
    await page.goForward();
    await expect(heading).toBeVisible();
    await page.reload();
    await expect(heading).toBeVisible();
    await page.goBack();
    await expect(row).toBeVisible();
    await expect(page).toHaveURL(/\?type=newborn$/);
  });

  await test.step('the likely spam is one history entry', async () => {
    await inbox.getByRole('button', { name: /in Likely spam/ }).click();
    await expect(inbox.getByRole('button', { name: /^Scrolled Visitor 25/ })).toBeVisible();
    await page.goBack();
    await expect(row).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });
});

test('ADM-INQ-1 the likely spam opens its own first inquiry, and Back opens that of the inbox again', async ({
  page,
  product,
}) => {
  await sendInquiry(page.request, product.url, 'Bela Of The Inbox');
  await sendInquiry(page.request, product.url, 'Program Of The Quarantine', 10);
  await signInByPage(page, product.url);
  await page.goto('/admin/dashboard/inquiries');
  const open = page.getByRole('region', { name: /^Inquiry from / });
  await expect(open).toBeVisible();
  const nameInInbox = (await open.getAttribute('aria-label')) ?? '';
  await page.getByRole('button', { name: /in Likely spam/ }).click();
  // The newest quarantined inquiry is the first of its list.
  await expect(open).toHaveAccessibleName('Inquiry from Program Of The Quarantine');
  await page.goBack();
  await expect(open).toHaveAccessibleName(nameInInbox);
});

test('ADM-INQ-1 ADM-SHELL-2 typed notes survive a conflict with a colleague and the end of the session', async ({
  page,
  browser,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/401|409|API Error:/);
  const id = await sendInquiry(page.request, product.url, 'Shared Visitor');
  const notes = page.getByLabel('Internal notes');
  const saveNotes = page.getByRole('button', { name: 'Save notes' });
  await signInByPage(page, product.url);
  await page.goto(`/admin/dashboard/inquiries#${id}`);
  await notes.fill('She wants the lake.');

  await test.step('a colleague changes the status', async () => {
    const colleague = await browser.newContext();
    const other = await colleague.newPage();
    await signInByPage(other, product.url);
    await other.goto(`${product.url}/admin/dashboard/inquiries#${id}`);
    await other.getByRole('radio', { name: 'Responded' }).click();
    await expect(other.getByText(/^Responded .*by /)).toBeVisible();
    await colleague.close();
  });

  await test.step('saving shows the conflict; Reload keeps the typed notes', async () => {
    await saveNotes.click();
    await expect(page.getByRole('alert')).toContainText('Someone else changed this inquiry.');
    await expectNoAxeViolations(page, 'conflict in the inbox');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('radio', { name: 'Responded' })).toBeChecked();
    await expect(notes).toHaveValue('She wants the lake.');
  });

  await test.step('the session ends; signing in again keeps the typed notes', async () => {
    await page.request.post('/api/admin/auth/logout', { headers: { origin: product.url } });
    await saveNotes.click();
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await expect(ended).toBeVisible();
    await expectNoAxeViolations(page, 'session ended');
    await ended.getByLabel('Email').fill(ADMIN.email);
    await ended.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await ended.getByRole('button', { name: 'Login' }).click();
    await expect(ended).toBeHidden();
    await expect(notes).toHaveValue('She wants the lake.');
  });

  await test.step('the notes are saved', async () => {
    await saveNotes.click();
    await expect(saveNotes).toBeDisabled();
    await page.reload();
    await expect(notes).toHaveValue('She wants the lake.');
  });
});

test('ADM-LOGIN-2 an admin creates a password link that works once; users change their own password', async ({
  page,
  browser,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/422|API Error:/);
  await signInByPage(page, product.url);
  const { email } = await addEditor(page.request, product.url, {
    name: 'Meera Pathak',
    email: 'meera@godhuli.example',
  });
  await page.goto('/admin/dashboard/users');
  await page.getByRole('button', { name: 'Create link for Meera Pathak' }).click();
  const link = (await page.getByText(/reset-password#/).textContent()) ?? '';

  const meera = await browser.newContext();
  const portal = await meera.newPage();
  const password = 'words that Meera chose';
  await portal.goto(link);
  await portal.getByLabel('New password').fill(password);
  await portal.getByRole('button', { name: 'Set password' }).click();
  await portal.getByRole('link', { name: 'Go to login' }).click();
  await signInByPage(portal, product.url, { email, password });
  await portal.getByRole('link', { name: /^Meera Pathak Editor.*your account$/ }).click();
  await portal.getByLabel('Current password').fill(password);
  await portal.getByLabel('New password').fill('other words of hers');
  await portal.getByRole('button', { name: 'Change password' }).click();
  await expect(portal.getByText('Password changed', { exact: true })).toBeVisible();

  await portal.goto(link);
  await portal.getByLabel('New password').fill('a second password');
  await portal.getByRole('button', { name: 'Set password' }).click();
  await expect(portal.getByRole('alert')).toContainText('has expired or was already used');
  await signInByPage(portal, product.url, { email, password: 'other words of hers' });
  await meera.close();
});

/** Presses Tab until an element of this name has the focus, as a user without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement
          ? element.labels?.[0]?.textContent
          : null;
      return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim();
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('ADM-SHELL-1 ADM-GAL-2 ADM-GAL-3 ADM-INQ-1 a day of staff by the keyboard alone', async ({ page }) => {
  const { keyboard } = page;
  const chooser = page.waitForEvent('filechooser', { timeout: 0 });
  for (const name of ['Keyboard Visitor', 'Second Visitor']) await sendInquiry(page.request, studio.url, name);

  await test.step('signs in', async () => {
    await page.goto(`${studio.url}/admin`);
    await tabTo(page, /^Email$/);
    await keyboard.type(printedAdmin.email);
    await tabTo(page, /^Password$/);
    await keyboard.type(printedAdmin.password);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  await test.step('adds a photo with its focal point', async () => {
    await tabTo(page, /^Gallery$/);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible();
    await tabTo(page, /^Add New Item$/);
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await tabTo(page, /^choose files$/);
    await keyboard.press('Enter');
    await (await chooser).setFiles(seedPhotograph('services-newborn.jpg'));
    await expect(dialog.getByRole('button', { name: /^Focal point: 50% from the left/ })).toBeVisible();
    await tabTo(page, /^Focal point/);
    await keyboard.press('ArrowRight');
    await expect(dialog.getByRole('button', { name: /^Focal point: 51% from the left/ })).toBeFocused();
    await tabTo(page, /^Title/);
    await keyboard.press('Control+A');
    await keyboard.type('By keys');
    await keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add New Item' })).toBeFocused();
  });

  await test.step('finds it, deletes it, and restores it', async () => {
    await tabTo(page, /^Search the gallery$/);
    await keyboard.type('By keys');
    await expect(page.getByRole('button', { name: /^Move By keys, position 1 of 1$/ })).toBeVisible();
    await tabTo(page, /^Delete By keys$/);
    await keyboard.press('Enter');
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tabTo(page, /^Delete$/);
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Move By keys, position 1 of 1$/ })).toBeVisible();
    await tabTo(page, /^Search the gallery$/);
    await keyboard.press('Control+A');
    await keyboard.press('Delete');
    await expect(page.getByRole('button', { name: /, position 2 of/ })).toBeVisible();
  });

  await test.step('moves an item by one place, to the start, and to the end', async () => {
    await tabTo(page, /^Move .*, position 1 of/);
    const id = await page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item'));
    const item = page.locator(`[data-item="${id}"]`);
    const count = await item.getAttribute('aria-setsize');
    for (const [key, position] of [
      ['ArrowRight', '2'],
      ['Home', '1'],
      ['End', count],
    ] as const) {
      const saved = page.waitForResponse(/\/position$/);
      await keyboard.press(key);
      await expect(item).toHaveAttribute('aria-posinset', position ?? '');
      await expect(item.getByRole('button', { name: new RegExp(`^Move .*, position ${position} of`) })).toBeFocused();
      expect((await saved).status()).toBe(200);
    }
  });

  const first = page.getByRole('region', { name: 'Inquiry from Keyboard Visitor' });
  const second = page.getByRole('region', { name: 'Inquiry from Second Visitor' });

  await test.step('moves through the inbox, sets a status, and undoes it', async () => {
    await tabTo(page, /^Inquiries/);
    await keyboard.press('Enter');
    await expect(first).toBeVisible();
    await keyboard.press('j');
    await expect(second).toBeVisible();
    await keyboard.press('k');
    await expect(first).toBeVisible();
    await keyboard.press('2');
    await expect(second).toBeVisible();
    await expect(page.getByText('Keyboard Visitor is now Responded.')).toBeVisible();
    await keyboard.press('z');
    await expect(first.getByRole('radio', { name: 'New' })).toBeChecked();
    await expect(first.getByText(/^Undone: New again .*by Studio Admin$/)).toBeVisible();
  });

  await test.step('saves notes and logs out', async () => {
    await tabTo(page, /^Internal notes$/);
    await keyboard.type('Called back.');
    await tabTo(page, /^Save notes$/);
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Save notes' })).toBeDisabled();
    await page.reload();
    await expect(page.getByLabel('Internal notes')).toHaveValue('Called back.');
    await tabTo(page, /^Logout$/);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
  });
});
