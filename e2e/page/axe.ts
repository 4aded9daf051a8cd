import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/**
 * Expects no violation of WCAG 2.0 to 2.2, A and AA, in the page as it stands.
 * @param within a CSS selector of the part to judge; the whole page unless given
 */
export async function expectNoAxeViolations(page: Page, what: string, within?: string): Promise<void> {
  // A colour on its way between two themes is neither.
  await page.evaluate(async () => {
    // A transition begins with the frame after the change that asks for it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  // Through the debugger's own channel: the page's policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as {
      axe: { run(context: Node | string, options: object): Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
    return (await axe.run(selector ?? document, options)).violations;
  }, within);
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(told, `axe: ${what}`).toEqual([]);
}

const THEMES = ['light', 'dark'];
const WIDTHS = [390, 1440];

/** The same for the staff portal in each of its looks: light and dark, on a phone and on a desk; leaves it at the desk. */
export async function expectNoAxeViolationsInAnyLook(page: Page, what: string, within?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of THEMES) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      await expectNoAxeViolations(page, `${what}, ${theme}, ${width} px`, within);
    }
  }
}
