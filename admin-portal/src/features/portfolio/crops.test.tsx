import type { PhotoCrops } from '@godhuli/contracts/photo-crops';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import './portfolio-page';
import { axeViolations, expectApiErrors, renderPortal, settle } from '../../testing/render-portal';
import { sampleItem, sampleMedia } from '../../testing/sample-data';
import { type Answer, problem, startTestServer } from '../../testing/test-server';
import { firstCrop, movedCrop, partInFrame, partOf, resizedCrop } from './crop-math';

const CROPS = `/api/admin/media/${sampleMedia(1).id}/crops?x=46&y=42`;
const readable = { mediaId: sampleMedia(1).id, heading: 6.1, body: 5.2, isReadable: true };
const stored: PhotoCrops = {
  version: 3,
  crops: {},
  contrast: { wide: readable, phone: { ...readable, body: 2.1, isReadable: false } },
};

async function openCrops() {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  server.on(`GET ${CROPS}`, { status: 200, body: stored });
  const portal = await renderPortal('/dashboard/gallery');
  await portal.user.click(await screen.findByRole('button', { name: 'Edit Picture 1' }));
  await portal.user.click(await screen.findByRole('button', { name: 'Crops and text' }));
  await screen.findByText('Where visitors see it');
  return { server, portal, sheet: within(screen.getByRole('dialog', { name: 'Crops' })) };
}

it('ADM-PHOTO-2 staff make a portrait crop with the keyboard, and are warned that text is hard to read', async () => {
  const { server, portal, sheet } = await openCrops();
  expect(sheet.getByText(/^Text is hard to read on a phone\. Make a portrait crop/)).toBeVisible();
  expect(sheet.getByText(/^Text is readable on a computer/)).toBeVisible();
  await portal.user.click(sheet.getByRole('button', { name: /^Portrait/ }));
  await portal.user.click(sheet.getByRole('button', { name: 'Make a portrait crop' }));
  const crop = sheet.getByRole('button', { name: /^Crop: / });
  const before = crop.style.left;
  expect(fireEvent.keyDown(crop, { key: 'ArrowLeft', altKey: true })).toBe(true);
  fireEvent.keyDown(crop, { key: 'ArrowRight', shiftKey: true });
  expect(Number.parseFloat(crop.style.left)).toBeCloseTo(Number.parseFloat(before) + 10);
  fireEvent.change(sheet.getByRole('slider', { name: 'Size' }), { target: { value: '80' } });
  expect(sheet.getByText(/^This crop is 540 px wide/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  server.on(`PUT ${CROPS}`, { status: 200, body: { ...stored, version: 4 } });
  await portal.user.click(sheet.getByRole('button', { name: 'Save crops' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Crops' })).toBeNull());
  const sent = server.bodies[`PUT ${CROPS}`] as { version: number; crops: Record<string, unknown> };
  expect(sent.version).toBe(3);
  expect(sent.crops).toMatchObject({ wide: null, square: null, portrait: { top: 10, bottom: 10 } });
});

it("ADM-PHOTO-2 crops that someone else changed offer 'Reload', and leaving unsaved ones asks", async () => {
  const { server, portal, sheet } = await openCrops();
  expectApiErrors();
  await portal.user.click(sheet.getByRole('button', { name: 'Make a wide crop' }));
  server.on(`PUT ${CROPS}`, problem(409, 'Someone else changed the crops of this photo.'));
  await portal.user.click(sheet.getByRole('button', { name: 'Save crops' }));
  expect(await sheet.findByRole('alert')).toHaveTextContent('Someone else changed the crops of this photo.');
  server.on(`GET ${CROPS}`, { status: 200, body: { ...stored, version: 9 } });
  await portal.user.click(sheet.getByRole('button', { name: 'Reload' }));
  await sheet.findByRole('button', { name: 'Make a wide crop' });
  await portal.user.click(sheet.getByRole('button', { name: 'Make a wide crop' }));
  await portal.user.click(sheet.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('You have unsaved changes. Discard them?')).toBeVisible();
});

it('ADM-PHOTO-2 a page with unsaved crops is not left without a question', async () => {
  const { portal, sheet } = await openCrops();
  expect(portal.unsavedChanges()).toBeNull();
  await portal.user.click(sheet.getByRole('button', { name: 'Make a wide crop' }));
  portal.goTo('/admin/dashboard/inquiries');
  expect(portal.refusals).toEqual(['/admin/dashboard/inquiries']);
  await portal.user.click(sheet.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(portal.unsavedChanges()).toBeNull();
});

it('ADM-PHOTO-2 a crop made while others are saved stays in the sheet until it is saved, too', async () => {
  const { server, portal, sheet } = await openCrops();
  let respond: (response: Answer) => void = () => undefined;
  server.on(`PUT ${CROPS}`, () => new Promise((resolve) => (respond = resolve)));
  await portal.user.click(sheet.getByRole('button', { name: 'Make a wide crop' }));
  await portal.user.click(sheet.getByRole('button', { name: 'Save crops' }));
  await portal.user.click(sheet.getByRole('button', { name: /^Square/ }));
  await portal.user.click(sheet.getByRole('button', { name: 'Make a square crop' }));
  respond({ status: 200, body: { ...stored, version: 4 } });
  expect(await sheet.findByText(/^You changed something while it was being saved/)).toBeVisible();
  expect(portal.unsavedChanges()).not.toBeNull();
  await portal.user.click(sheet.getByRole('button', { name: 'Save crops' }));
  expect(server.bodies[`PUT ${CROPS}`]).toMatchObject({ version: 4, crops: { wide: {}, square: {} } });
  respond({ status: 200, body: { ...stored, version: 5 } });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Crops' })).toBeNull());
  expect(portal.toasts.map(({ title }) => title)).toEqual(['Crops saved']);
});

it('ADM-PHOTO-2 crops that are saved after their sheet was discarded leave the next sheet open', async () => {
  const { server, portal, sheet } = await openCrops();
  let respond: (response: Answer) => void = () => undefined;
  server.on(`PUT ${CROPS}`, () => new Promise((resolve) => (respond = resolve)));
  await portal.user.click(sheet.getByRole('button', { name: 'Make a wide crop' }));
  await portal.user.click(sheet.getByRole('button', { name: 'Save crops' }));
  await portal.user.click(sheet.getByRole('button', { name: 'Cancel' }));
  await portal.user.click(screen.getByRole('button', { name: 'Discard' }));
  await portal.user.click(screen.getByRole('button', { name: 'Crops and text' }));
  await settle(() => respond({ status: 200, body: { ...stored, version: 4 } }));
  await waitFor(() => expect(portal.toasts.map(({ title }) => title)).toEqual(['Crops saved']));
  expect(screen.getByRole('dialog', { name: 'Crops' })).toBeVisible();
});

describe('a crop', () => {
  const photo = { width: 1800, height: 1200 };
  const focal = { x: 90, y: 50 };
  it('ADM-PHOTO-2 begins as large as possible and stays inside the photo, with its focal point', () => {
    const crop = firstCrop(photo, 'portrait', focal);
    expect(crop).toEqual({ left: 62.5, top: 0, right: 0, bottom: 0, focal });
    const moved = movedCrop(crop, -200, 30);
    expect(moved).toMatchObject({ left: 0, right: 62.5, focal: { x: 27.5, y: 50 } });
    const small = resizedCrop(photo, 'portrait', crop, 50);
    const part = partOf(small);
    expect((part.width * 1800) / (part.height * 1200)).toBeCloseTo(9 / 16, 2);
  });

  it('ADM-PHOTO-2 is what a frame of its shape shows, and no more', () => {
    const crop = { ...firstCrop(photo, 'square', focal) };
    const part = partInFrame(photo, crop, focal, 1);
    expect(part.width).toBeCloseTo(66.67, 1);
    expect(part.x - part.width / 2).toBeCloseTo(crop.left, 1);
    expect(partInFrame(photo, null, { x: 0, y: 0 }, 1.5)).toEqual({ x: 50, y: 50, width: 100, height: 100 });
  });
});
