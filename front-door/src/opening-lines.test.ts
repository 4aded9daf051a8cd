import { openingLines } from './opening-lines.js';

it('RUN-1 names the URL of each area that is served, and says which one is not open', () => {
  expect(openingLines('http://localhost:3000', new Set(['admin-portal', 'legacy-admin']))).toEqual([
    '  website        is not open yet: public-site is not published',
    '  staff portal   http://localhost:3000/admin',
    '  legacy portal  http://localhost:3000/admin-old',
  ]);
});
