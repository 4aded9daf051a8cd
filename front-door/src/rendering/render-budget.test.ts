import { createRenderBudget } from './render-budget.js';

const VISITOR = { network: '198.51.100.7', customer: '198.51.100.7' };
const NEIGHBOURS = Array.from({ length: 5 }, (_, subnet) => ({
  network: `2001:db8:1:${subnet}::/64`,
  customer: '2001:db8:1::/48',
}));

/** A budget, and a clock that the test moves. */
function open() {
  let now = 0;
  const budget = createRenderBudget(() => now);
  const admitted = (admit: () => boolean, tries = 100) => Array.from({ length: tries }, admit).filter(Boolean).length;
  return {
    pages: (visitor = VISITOR) => admitted(() => budget.admit(visitor, '/nowhere', '')),
    forms: (visitor = VISITOR) => admitted(() => budget.admitForm(visitor)),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

it('a network that asks for a page of its own each second can still send ten forms at once', () => {
  const { pages, forms, advance } = open();
  expect(pages()).toBe(60);
  advance(1000);
  expect(pages()).toBe(1);
  expect(forms()).toBe(10);
});

it('forms take nothing of the pages of their network, and one comes back each six seconds', () => {
  const { pages, forms, advance } = open();
  expect(forms()).toBe(10);
  expect(pages()).toBe(60);
  advance(5900);
  expect(forms()).toBe(0);
  advance(200);
  expect(forms()).toBe(1);
});

it('an IPv6 /48 has four times the forms of a network', () => {
  const { forms } = open();
  expect(NEIGHBOURS.map(forms)).toEqual([10, 10, 10, 10, 0]);
});
