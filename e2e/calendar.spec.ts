import type { Locator, Page } from '@playwright/test';
import { expectNoAxeViolationsInEveryTheme } from './page/axe';
import { press, tabTo, type, typeDate } from './page/keyboard';
import { dismissNotices, signInByPage } from './page/staff';
import { expect, test } from './page/test';

const MONTH = '/admin/dashboard/calendar?view=month&month=2027-09';
const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

/** Opens the dialog of a new booking with the arrow keys and Enter, from the first of September 2027. */
async function addOn(page: Page, day: number): Promise<Locator> {
  await page.goto(MONTH);
  await tabTo(page, cell(page, '2027-09-01'));
  for (let date = 1; date < day; date += date + 7 <= day ? 7 : 1)
    await page.keyboard.press(date + 7 <= day ? 'ArrowDown' : 'ArrowRight');
  await expect(cell(page, `2027-09-${String(day).padStart(2, '0')}`)).toBeFocused();
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: 'Add booking' });
}

async function chooseKind(page: Page, dialog: Locator, kind: 'Hold' | 'Blocked'): Promise<void> {
  await tabTo(page, dialog.getByRole('radio', { name: 'Booking' }));
  for (let step = 0; step < (kind === 'Hold' ? 1 : 2); step += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: kind })).toBeChecked();
}

test('CAL-1 CAL-3 CAL-4 CAL-7 a booking, a hold, a block, a full day and a move, by keyboard alone', async ({
  page,
  product,
  consoleWatch,
}) => {
  consoleWatch.allow(/409|API Error:/);
  await signInByPage(page, product.url);
  await dismissNotices(page.request, product.url);
  const chip = (name: RegExp) => page.getByRole('button', { name });

  await test.step('books two days with a ceremony', async () => {
    const dialog = await addOn(page, 9);
    await expect(dialog.getByLabel('First day *')).toHaveValue('2027-09-09');
    await type(page, dialog.getByLabel('Client *'), 'Keyboard Couple');
    await typeDate(page, dialog.getByLabel('Last day *'), '2027-09-10');
    await press(page, dialog.getByRole('button', { name: 'Add ceremony' }));
    const ceremony = dialog.getByRole('group', { name: 'Ceremony 1' });
    await type(page, ceremony.getByLabel('Name'), 'Haldi');
    await type(page, ceremony.getByLabel('Place'), 'Savedi');
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(chip(/^Keyboard Couple, booking, .*9/).first()).toBeVisible();
  });

  await test.step('holds a day until a date, and blocks another', async () => {
    const hold = await addOn(page, 14);
    await chooseKind(page, hold, 'Hold');
    await type(page, hold.getByLabel('Client *'), 'Held Couple');
    await typeDate(page, hold.getByLabel('Hold until *'), '2027-09-01');
    await press(page, hold.getByRole('button', { name: 'Save' }));
    await expect(chip(/^Held Couple, hold/)).toBeVisible();
    const block = await addOn(page, 16);
    await chooseKind(page, block, 'Blocked');
    await type(page, block.getByLabel('Reason *'), 'Family holiday');
    await press(page, block.getByRole('button', { name: 'Save' }));
    await expect(chip(/^Family holiday, blocked/)).toBeVisible();
  });

  await test.step('a blocked day is accepted only with a reason', async () => {
    const dialog = await addOn(page, 16);
    await type(page, dialog.getByLabel('Client *'), 'Third Couple');
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog.getByRole('alert')).toBeVisible();
    await type(page, dialog.getByLabel('Reason to accept it anyway'), 'A second crew');
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    await expect(chip(/^Third Couple, booking/)).toBeVisible();
  });

  await test.step('moves the hold; the focus stays on it', async () => {
    await press(page, chip(/^Held Couple, hold/));
    const dialog = page.getByRole('dialog', { name: 'Edit booking' });
    await typeDate(page, dialog.getByLabel('First day *'), '2027-09-22');
    await expect(dialog.getByLabel('Last day *')).toHaveValue('2027-09-22');
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(chip(/^Held Couple, hold, .*22/)).toBeFocused();
  });

  await test.step('agenda, year and month are readable at each width', async () => {
    for (const view of ['Agenda', 'Year', 'Month']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await press(page, page.getByRole('button', { name: view, exact: true }));
      await expect(page).toHaveURL(new RegExp(`view=${view.toLowerCase()}`));
      await expectNoAxeViolationsInEveryTheme(page, `calendar, ${view}`, undefined, [820, 1440, 390]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${view} at 390 px`).toBe(0);
    }
  });
});
