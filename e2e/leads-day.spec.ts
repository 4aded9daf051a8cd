import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './page/axe';
import { addEditor, sendInquiry, signInByPage } from './page/staff';
import { expect, test } from './page/test';

const CONTRACT = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>');
const EDITOR = { name: 'Ravi Day', email: 'ravi.day@godhuli.example' };

const widthLeft = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('CLIENT-8 CLIENT-10 a client: found by phone, note, task, file, WhatsApp reply, merge and undo', async ({
  page,
  context,
  product,
}) => {
  for (const [name, phone] of [
    ['Rekha Phadke', '98223 77001'],
    ['Rekha P', '+91 98223-77001'],
  ]) {
    const data = { name, phone, eventType: 'wedding', message: 'Two days in Satara', elapsedMs: 9000 };
    const headers = { origin: product.url, 'x-forwarded-for': `198.19.7.${name?.length}` };
    expect((await page.request.post(`${product.url}/api/inquiries`, { data, headers })).status()).toBe(201);
  }
  await context.route('https://wa.me/**', (route) => route.fulfill({ contentType: 'text/html', body: 'WhatsApp' }));
  await signInByPage(page, product.url);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const addTo = page.getByLabel('Add to the timeline');

  await test.step('is found by the phone number in another form', async () => {
    await page.goto('/admin/dashboard/clients');
    await page.getByLabel('Search clients').fill('०९८२२३ ७७००१');
    await expect(page.getByRole('list', { name: 'Clients' }).getByRole('button')).toHaveCount(2);
    await page.getByRole('button', { name: /^Rekha Phadke/ }).click();
    await expect(page.getByRole('heading', { name: 'Rekha Phadke' })).toBeVisible();
  });

  await test.step('gets a note and a task', async () => {
    await page.getByLabel('Text', { exact: true }).fill('Prefers mornings');
    await page.getByRole('button', { name: 'Add entry' }).click();
    await expect(timeline.getByText('Prefers mornings')).toBeVisible();
    await page.getByLabel('New task').fill('Send the quotation');
    await page.getByRole('button', { name: 'Add task' }).click();
    await page.getByRole('checkbox', { name: 'Send the quotation' }).click();
    await expect(timeline.getByText('Task done')).toBeVisible();
  });

  await test.step('gets a file, which is downloaded under its name and renamed', async () => {
    await addTo.selectOption({ label: 'File' });
    const file = { name: 'Contract of Rekha.pdf', mimeType: 'application/pdf', buffer: CONTRACT };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Add entry' }).click();
    const download = page.waitForEvent('download');
    await timeline.getByRole('link', { name: 'Contract of Rekha.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('Contract of Rekha.pdf');
    expect(await readFile(await (await download).path())).toEqual(CONTRACT);
    await page.getByRole('button', { name: 'Rename Contract of Rekha.pdf' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Signed contract.pdf');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(timeline.getByRole('link', { name: 'Signed contract.pdf' })).toBeVisible();
  });

  await test.step("is answered on WhatsApp: 'Replied on WhatsApp?' records it", async () => {
    await page.getByLabel('Message', { exact: true }).fill('Hello Rekha, we are free on that day.');
    const chat = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open WhatsApp' }).click();
    await (await chat).close();
    await page.getByRole('button', { name: 'Yes, record it' }).click();
    await expect(timeline.getByText('Replied on WhatsApp')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /\(Replied, GOD-/ })).toBeVisible();
  });

  await test.step('is merged with its duplicate, and the merge is undone', async () => {
    await page.getByRole('button', { name: 'Merge Rekha P', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('definition').filter({ hasText: /\(New, GOD-/ })).toBeVisible();
    await page.getByRole('button', { name: 'Undo merge of Rekha P' }).click();
    await expect(
      page
        .getByRole('heading', { name: 'Rekha P', exact: true })
        .or(page.getByRole('button', { name: 'Merge Rekha P', exact: true })),
    ).toBeVisible();
  });

  await test.step('is readable at each width', async () => {
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(timeline.getByRole('link', { name: 'Signed contract.pdf' })).toBeVisible();
      expect(await widthLeft(page)).toBe(0);
      await expectNoAxeViolations(page, `the record at ${width} px`);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/client-${width}.png`, fullPage: true });
    }
  });
});

test('ADM-INQ-1 a working day: 60 inquiries, one of the staff on a desktop, one on a phone', async ({
  page,
  browser,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/409|API Error:/);
  const numbers = Array.from({ length: 60 }, (_, index) => String(index + 1).padStart(2, '0'));
  // Six that were typed too fast, and three for a colleague.
  const nameOf = (index: number, number: string) =>
    `Busy Day ${index < 6 ? 'Quick' : index < 9 ? 'Trio' : 'Single'} ${number}`;
  await Promise.all(
    numbers.map((number, index) =>
      sendInquiry(page.request, product.url, nameOf(index, number), index < 6 ? 100 : 9000),
    ),
  );
  await signInByPage(page, product.url);
  const editor = await addEditor(page.request, product.url, EDITOR);
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInByPage(phone, product.url, editor);
  const stage = (of: Page) => of.getByRole('group', { name: 'Pipeline' }).getByLabel('Stage');
  const find = async (of: Page, text: string) => {
    await of.goto(`${product.url}/admin/dashboard/inquiries`);
    await of.getByLabel('Search inquiries').fill(text);
    if (text) await expect(of).toHaveURL(/[?&]q=/);
  };
  const rows = (of: Page) => of.getByRole('button', { name: /Busy Day \w+ \d\d/ });

  await test.step('both change one inquiry at the same moment: the second one is told', async () => {
    for (const each of [page, phone]) {
      await find(each, 'Single 60');
      // The list of before the search stays until the new one has loaded.
      await each
        .getByRole('button', { name: /^Busy Day Single 60/ })
        .first()
        .click();
      await expect(stage(each).locator('option:checked')).toHaveText('New');
    }
    // The change of the phone is stored while that of the desktop is on its way.
    const path = /\/api\/inquiries\/\d+$/;
    await page.route(path, async (route) => {
      if (route.request().method() === 'PUT') {
        const stored = phone.waitForResponse((response) => response.request().method() === 'PUT');
        await stage(phone).selectOption({ label: 'Quoted' });
        // The phone shows its change before it is stored.
        expect((await stored).status()).toBe(200);
        await expect(phone.getByRole('radio', { name: 'Responded' })).toBeChecked();
      }
      await route.continue();
    });
    await stage(page).selectOption({ label: 'Met' });
    await expect(page.getByRole('alert')).toContainText('Someone else changed this inquiry.');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(stage(page).locator('option:checked')).toHaveText('Quoted');
  });

  await test.step('a bulk action gives three inquiries to the colleague', async () => {
    await find(page, 'Trio');
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Select several' }).click();
    for (const row of await rows(page).all()) await row.click();
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.getByLabel('Owner to set').selectOption({ label: EDITOR.name });
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect
      .poll(async () => {
        const list = await page.request.get(`${product.url}/api/inquiries?q=Trio`);
        return ((await list.json()) as { ownerId: string | null }[]).filter(({ ownerId }) => ownerId).length;
      })
      .toBe(3);
  });

  await test.step('a saved view for everyone shows them on the phone', async () => {
    await page.getByText('Sort, filter and views').click();
    await page.getByLabel('Owner', { exact: true }).first().selectOption({ label: EDITOR.name });
    await expect(rows(page)).toHaveCount(3);
    await page.getByLabel('Name of a new view').fill('For Ravi');
    await page.getByLabel('For everyone').check();
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('button', { name: 'For Ravi (shared)' })).toBeVisible();
    await phone.goto(`${product.url}/admin/dashboard/inquiries`);
    await phone.getByRole('button', { name: 'Filters', exact: true }).click();
    const sheet = phone.getByRole('dialog', { name: 'Sort, filter and views' });
    await expect(sheet.getByLabel('Sort by')).toBeFocused();
    await sheet.getByLabel('Stage').selectOption('New');
    await expectNoAxeViolations(phone, 'the filters on a phone');
    await sheet.getByRole('button', { name: 'Show inquiries' }).click();
    await expect(sheet).toHaveCount(0);
    await phone.getByRole('button', { name: 'Filters (1)' }).click();
    await sheet.getByRole('button', { name: 'For Ravi (shared)' }).click();
    await expect(rows(phone)).toHaveCount(3);
    await expect(phone.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
    await expect(rows(phone).nth(1)).toBeInViewport({ ratio: 1 });
    expect(await widthLeft(phone)).toBe(0);
    await expectNoAxeViolations(phone, 'the inbox on a phone');
  });

  await test.step('on the phone, a row that is tapped before the typed search applies stays open', async () => {
    await phone.clock.install();
    await phone.goto(`${product.url}/admin/dashboard/inquiries`);
    await expect(rows(phone).first()).toBeVisible();
    await phone.clock.pauseAt(Date.now() + 60_000);
    await phone.getByLabel('Search inquiries').fill('Trio');
    await rows(phone).first().click();
    await expect(stage(phone)).toBeVisible();
    await phone.clock.runFor(1000);
    await expect(stage(phone)).toBeVisible();
    await phone.clock.resume();
    await phone.goBack();
    await expect(rows(phone)).toHaveCount(3);
    await expect(phone).toHaveURL(/[?&]q=Trio/);
  });

  await test.step("the likely spam is selected as a whole, and is 'Not spam'", async () => {
    await find(page, '');
    await page.getByRole('button', { name: /in Likely spam$/ }).click();
    await page.getByLabel('Search inquiries').fill('Busy Day');
    await expect(page).toHaveURL(/[?&]q=/);
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole('button', { name: 'Select several' }).click();
    await page.getByRole('button', { name: 'Select all 6' }).click();
    await page.getByRole('group', { name: 'Several inquiries' }).getByRole('button', { name: 'Not spam' }).click();
    await expect(rows(page)).toHaveCount(0);
    await find(page, 'Quick');
    await expect(rows(page)).toHaveCount(6);
  });
  await phone.context().close();
});
