import { within } from '@testing-library/react';
import { mockLayout, renderSite, sectionOf } from '../testing/render-site';

const about = () => sectionOf('The Artist Behind the Lens');

beforeEach(() => void mockLayout());

it('PUB-ABOUT-1 shows profile, six achievements, location and since, portrait and stat tiles', () => {
  renderSite();
  for (const text of ['Mrunal Pawar', 'Photographer', 'Eight years of evenings.', 'Satara', 'February 2017'])
    expect(within(about()).getByText(text)).toBeVisible();
  expect(within(about()).getAllByText(/^Achievement \d|^Achievement [A-Z]/)).toHaveLength(6);
  expect(within(about()).getByAltText('Mrunal behind a tripod')).toBeVisible();
  for (const number of ['100+', '200+', '300+', '400+']) expect(within(about()).getByText(number)).toBeVisible();
});

it('PUB-ABOUT-2 shows the journey of 2017, 2018, 2019 and 2024, each with title and description', () => {
  renderSite();
  expect(within(about()).getByText('Journey Timeline')).toBeVisible();
  for (const year of ['2017', '2018', '2019', '2024'])
    for (const text of [year, `In ${year}`, `${year}!`]) expect(within(about()).getByText(text)).toBeVisible();
});

it('PUB-ABOUT-2 without a profile says 8+ years since February 2017, with the same four years', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as unknown as typeof fetch;
  renderSite({ '/api/profile': { title: 7 }, '/api/stats': [] });
  expect(within(about()).getByText('February 2017')).toBeVisible();
  expect(within(about()).getByText('8+')).toBeVisible();
  expect(within(about()).getByText('Years Experience')).toBeVisible();
  for (const year of ['2017', '2018', '2019', '2024']) expect(within(about()).getByText(year)).toBeVisible();
});
