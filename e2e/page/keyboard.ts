import { expect, type Locator, type Page } from '@playwright/test';

/** Moves the focus to a control by Tab, or by Shift+Tab. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Activates a control by keyboard alone. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces the text of a field by keyboard alone. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Types a date such as '2027-09-30' into a field, part by part as it is shown in en-US. */
export async function typeDate(page: Page, target: Locator, date: string): Promise<void> {
  const [year = '', month, day] = date.split('-');
  await tabTo(page, target);
  await page.keyboard.type(`${month}${day}${year}`);
  await expect(target).toHaveValue(date);
}
