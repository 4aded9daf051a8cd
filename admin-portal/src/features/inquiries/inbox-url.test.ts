import { filterFromQuery } from './inbox-url';

it('ADM-PIPE-2 ignores a day in the URL that does not exist', () => {
  expect(filterFromQuery('?from=2026-02-31&to=2026-02-28')).toMatchObject({ from: '', to: '2026-02-28' });
});
