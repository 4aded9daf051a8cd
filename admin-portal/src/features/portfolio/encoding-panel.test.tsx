import { screen } from '@testing-library/react';
import './portfolio-page';
import { renderPortal } from '../../testing/render-portal';
import { sampleItem, sampleMedia } from '../../testing/sample-data';
import { startTestServer } from '../../testing/test-server';

const ENCODING = '/api/admin/media/encoding';
const progress = { state: 'running', total: 34, done: 12, failed: 0, failures: [] };

it('ADM-PHOTO-1 admins see how many photos have full quality, pause and resume, and retry failures', async () => {
  const server = startTestServer({ portfolio: [sampleItem(1)] });
  server.on(`GET ${ENCODING}`, { status: 200, body: progress });
  const portal = await renderPortal('/dashboard/gallery');
  expect(await screen.findByText('12 of 34 photos in full quality')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Photos in full quality' })).toHaveAttribute('value', '12');
  const failures = [{ id: sampleMedia(1).id, message: 'Input file is missing', failedAt: '2026-11-25T02:00:00.000Z' }];
  server.on(`POST ${ENCODING}`, { status: 200, body: { ...progress, state: 'paused', failed: 1, failures } });
  await portal.user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible();
  expect(server.bodies[`POST ${ENCODING}`]).toEqual({ action: 'pause' });
  expect(screen.getByText(/Input file is missing/)).toBeInTheDocument();
  await portal.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(server.bodies[`POST ${ENCODING}`]).toEqual({ action: 'retry' });
});
