import { emptyTranslations } from '@godhuli/contracts/item-translations';
import { screen, waitFor, within } from '@testing-library/react';
import './portfolio-page';
import { axeViolations, expectApiErrors, type Portal, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem } from '../../testing/sample-data';
import { problem, startTestServer } from '../../testing/test-server';

const PAGE = '/dashboard/gallery';
const dialog = () => within(screen.getByRole('dialog'));
const EMPTY = emptyTranslations(['title', 'description', 'place', 'alt']);

async function openPhoto(portal: Portal) {
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
}

it('LANG-11 a photo has texts in each language; missing ones are marked, English alone is required', async () => {
  const translations = { ...EMPTY, hi: { ...EMPTY.hi, title: 'दीये' } };
  const item = sampleItem(1, { place: 'Pune', translations, changedInEnglish: { mr: [], hi: ['title'] } });
  const server = startTestServer({ portfolio: [item] });
  const portal = await renderPortal(PAGE);
  await openPhoto(portal);
  expect(dialog().getByRole('button', { name: 'Marathi 3' })).toBeVisible();
  await portal.user.click(dialog().getByRole('button', { name: 'Hindi 2' }));
  expect(dialog().getByLabelText('Title')).toHaveAccessibleDescription('English has changed since. English: Picture 1');
  expect(dialog().getByLabelText('Place')).toHaveAccessibleDescription('Missing. English: Pune');
  expect(dialog().getByLabelText('Description')).toHaveAccessibleDescription('English: –');
  await portal.user.click(dialog().getByRole('button', { name: 'Marathi 3' }));
  await portal.user.type(dialog().getByLabelText('Title'), 'दिवे');
  expect(await axeViolations()).toEqual([]);
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({
    translations: { mr: { ...EMPTY.mr, title: 'दिवे' }, hi: { title: 'दीये' } },
    version: 1,
  });
  await settle();
});

it('LANG-11 a refused translation opens its language with the message at its field, and nothing is lost', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  const error = { field: 'translations.mr.title', message: 'Please use at most 120 characters.' };
  server.on('PUT /api/portfolio/1', problem(422, 'Please check the fields.', [error]));
  const portal = await renderPortal(PAGE);
  await openPhoto(portal);
  await portal.user.click(dialog().getByRole('button', { name: /^Marathi/ }));
  await portal.user.type(dialog().getByLabelText('Title'), 'दिवे');
  await portal.user.click(dialog().getByRole('button', { name: 'English' }));
  expectApiErrors();
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  expect(await dialog().findByText(error.message)).toBeVisible();
  expect(dialog().getByLabelText('Title')).toHaveValue('दिवे');
  expect(dialog().getByLabelText('Title')).toBeInvalid();
  await portal.user.type(dialog().getByLabelText('Title'), '!');
  expect(dialog().queryByText(error.message)).not.toBeInTheDocument();
});

it('LANG-11 a conflict compares each translation; one that only they changed is taken over', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  const portal = await renderPortal(PAGE);
  await openPhoto(portal);
  await portal.user.click(dialog().getByRole('button', { name: /^Marathi/ }));
  await portal.user.type(dialog().getByLabelText('Title'), 'माझे');
  const theirs = { mr: { ...EMPTY.mr, title: 'त्यांचे' }, hi: { ...EMPTY.hi, title: 'उनका' } };
  server.portfolio = server.portfolio.map((item) => ({ ...item, translations: theirs, version: 2 }));
  expectApiErrors();
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  const notice = within(await dialog().findByRole('alert'));
  expect(notice.getByText(/The form now shows their Title in Hindi/)).toBeVisible();
  expect(notice.getByText('त्यांचे')).toBeVisible();
  expect(dialog().getByLabelText('Title')).toHaveValue('माझे');
  await portal.user.click(notice.getByRole('button', { name: 'Use their title in Marathi' }));
  expect(dialog().getByLabelText('Title')).toHaveValue('त्यांचे');
  await portal.user.click(dialog().getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.bodies['PUT /api/portfolio/1']).toMatchObject({ translations: theirs, version: 2 });
  await settle();
});
