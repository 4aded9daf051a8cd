import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import { seedPhotograph } from './uploads';

/** Six seconds of lamps in H.264 with sound, 320 x 180. */
export const SAMPLE_FILM = {
  name: 'lamps.mp4',
  mimeType: 'video/mp4',
  buffer: readFileSync(join(import.meta.dirname, 'files/lamp.mp4')),
};
export const CAPTION = 'The lamps are lit.';
export const SAMPLE_CAPTIONS = {
  name: 'lamps.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:06.000\n${CAPTION}\n`),
};

/** Adds a published film from the sample file by the API, in the category 'maternity'. */
export async function addUploadedFilm(request: APIRequestContext, url: string, title: string, description: string) {
  const headers = { origin: url };
  const sent = { headers: { ...headers, 'content-type': SAMPLE_FILM.mimeType }, data: SAMPLE_FILM.buffer };
  const { id: fileId } = (await (await request.post(`${url}/api/admin/videos/files`, sent)).json()) as { id: string };
  const data = { title, description, category: 'maternity', fileId, published: true };
  const response = await request.post(`${url}/api/admin/videos`, { headers, data });
  expect(response.status(), await response.text()).toBe(201);
}

/** Adds a published film by the API, with a poster, and returns the path of its page. */
export async function addLinkedFilm(request: APIRequestContext, url: string, title: string, linkUrl: string) {
  const headers = { origin: url };
  const file = seedPhotograph('cinematic-lens-macro.jpg');
  const stored = await request.post(`${url}/api/admin/media`, { headers, multipart: { file } });
  const { id: posterId } = (await stored.json()) as { id: string };
  const data = { title, category: 'cinematic', linkUrl, posterId, published: true };
  const response = await request.post(`${url}/api/admin/videos`, { headers, data });
  expect(response.status(), await response.text()).toBe(201);
  return `/films/${((await response.json()) as { slug: string }).slug}`;
}
