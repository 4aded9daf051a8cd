import type { Upload } from '@godhuli/contracts/uploads';
import { waitFor } from '@testing-library/react';
import { installBrowserParts } from '../../testing/browser-parts';
import { sampleItem } from '../../testing/sample-data';
import { never, startTestServer } from '../../testing/test-server';
import { uploadQueue } from './upload-queue';

const SETTINGS = { category: 'wedding', place: '', published: false } as const;
const NOW = '2026-11-25T03:00:00.000Z';

it('ADM-UP-6 the queue of code that is loaded again in a page goes on with the files of the one before', async () => {
  installBrowserParts();
  const server = startTestServer();
  server.on('GET /api/admin/portfolio/uploads?limit=200', { status: 200, body: { uploads: [], next: null } });
  server.on('POST /api/admin/portfolio/uploads', ({ body }) => {
    const [file] = (body as { files: Upload[] }).files;
    const upload = { ...file, ...SETTINGS, _id: '1', received: 0, state: 'waiting', problem: '', createdAt: NOW };
    server.on('PATCH /api/admin/portfolio/uploads/1', { status: 200, body: { ...upload, received: 1000 } });
    return { status: 201, body: { uploads: [upload] } };
  });
  server.on('POST /api/admin/portfolio/uploads/1/finish', never);
  uploadQueue.adopt();
  uploadQueue.setOpen(true);
  uploadQueue.add([new File([new Uint8Array(1000)], 'haldi_1.jpg', { type: 'image/jpeg' })], SETTINGS);
  await waitFor(() => expect(uploadQueue.snapshot().entries).toMatchObject([{ state: 'saving' }]));

  let next = uploadQueue;
  await jest.isolateModulesAsync(async () => {
    next = (await import('./upload-queue')).uploadQueue;
  });
  server.on('POST /api/admin/portfolio/uploads/1/finish', { status: 200, body: { item: sampleItem(90) } });
  next.adopt();
  expect(uploadQueue.snapshot().entries).toEqual([]);
  await waitFor(() => expect(next.snapshot()).toMatchObject({ entries: [], doneCount: 1, isOpen: true }));
  next.stop();
});
