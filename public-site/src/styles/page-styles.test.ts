import { CRITICAL_STYLES, DEFERRED_STYLES } from './page-styles';

/** The selectors of every rule, split at the commas outside parentheses. */
function selectorLists(css: string): string[][] {
  const preludes = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
  return preludes.map((prelude) => prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim()));
}

// A browser drops a whole rule when it does not know one selector of its list.
it.each([':has(', ':popover-open'])('no rule for all browsers is lost where %s is unknown', (selector) => {
  const lists = selectorLists(CRITICAL_STYLES + DEFERRED_STYLES);
  expect(lists.length).toBeGreaterThan(300);
  const using = lists.filter((list) => list.some((part) => part.includes(selector) && !part.startsWith('@')));
  expect(using.length).toBeGreaterThan(2);
  expect(using.filter((list) => !list.every((part) => part.includes(selector)))).toEqual([]);
});
