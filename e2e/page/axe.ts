import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

const WCAG = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** The rules that depend on colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Expects no violation of WCAG 2.0 to 2.2, A and AA, in the current state of the page.
 * @param within a CSS selector of the part to judge; the whole page unless given
 * @param rules which of them to check
 */
export async function expectNoAxeViolations(page: Page, what: string, within?: string, rules = WCAG): Promise<void> {
  // Wait for transitions: a colour between two themes is neither of them.
  await page.evaluate(async () => {
    // A transition starts with the frame after the change that causes it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  // Evaluated through the debugger, because the page's CSP allows no other scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async ([selector, runOnly]) => {
      const { axe } = window as unknown as {
        axe: { run(context: Node | string, options: object): Promise<{ violations: Violation[] }> };
      };
      return (await axe.run(selector ?? document, { runOnly, resultTypes: ['violations'] })).violations;
    },
    [within, rules] as const,
  );
  const descriptions = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(descriptions, `axe: ${what}`).toEqual([]);
}

const THEMES = ['light', 'dark'];
const WIDTHS = [390, 1440];

/**
 * The same for the staff portal in both themes, on a phone and on a desktop. The window stays at the desktop's size. A theme is
 * another set of colours on the same elements, so the other rules are checked in the first one alone.
 */
export async function expectNoAxeViolationsInEveryTheme(
  page: Page,
  what: string,
  within?: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      const rules = theme === THEMES[0] ? WCAG : COLOURS;
      await expectNoAxeViolations(page, `${what}, ${theme}, ${width} px`, within, rules);
    }
  }
}
