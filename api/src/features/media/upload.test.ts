import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { mediaSchema } from '@godhuli/contracts/media';
import { problemSchema } from '@godhuli/contracts/problem';
import { sql } from 'kysely';
import sharp from 'sharp';
import { hostileFiles } from '../../testing/hostile-files.js';
import { mediaApp } from '../../testing/media-app.js';
import { watchMemory } from '../../testing/watch-memory.js';
import { THIS_INSTALLATION } from '../audit/audited.js';
import { storeMaster } from './media.service.js';
import { removeLeftMedia } from './unused-media.js';
import { quickNames } from './variant.js';

// Real pictures on a busy machine.
jest.setTimeout(30_000);

let context: Awaited<ReturnType<typeof mediaApp>>;
beforeAll(async () => {
  context = await mediaApp();
}, 60_000);
afterEach(() => context.clear());
afterAll(() => context.close());

/** Red, green, blue and white corners, so that every turn and mirroring can be told from the others. */
const corners = () =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: '#ffffff' } })
    .composite(
      ['#ff0000', '#00ff00', '#0000ff'].map((background, at) => ({
        input: { create: { width: 60, height: 40, channels: 3 as const, background } },
        left: at === 1 ? 60 : 0,
        top: at === 2 ? 40 : 0,
      })),
    )
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' });

const stored = async (response: Response) => {
  expect(response.status).toBe(201);
  return mediaSchema.parse(await response.json());
};
const master = (id: string) => `${context.dataDir}/media/${id}/master`;

it('ADM-GAL-3 stores an upload under the hash of a clean master and returns its metadata', async () => {
  const media = await stored(await context.upload(await corners().toBuffer()));
  const bytes = await readFile(master(media.id));
  expect(media.id).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(media).toMatchObject({ width: 120, height: 80, alt: '', focal: { x: 50, y: 50 } });
  expect(media.color).toMatch(/^#(7f|80)(7f|80)(7f|80)$/);
  expect(await context.rows()).toEqual([expect.objectContaining({ id: media.id, bytes: bytes.length })]);
  expect(await context.files()).toEqual([master(media.id)]);
});

it('accepts PNG and WebP by content, keeps transparency, converts 16 bits, grey and CMYK', async () => {
  const transparent = { create: { width: 40, height: 30, channels: 4 as const, background: '#ff000080' } };
  const opaque = { create: { width: 40, height: 30, channels: 3 as const, background: '#336699' } };
  const png = await stored(await context.upload(await sharp(transparent).png().toBuffer(), 'x.pdf', 'application/pdf'));
  const webp = await stored(await context.upload(await sharp(opaque).webp({ lossless: true }).toBuffer(), 'x', ''));
  const deep = await stored(await context.upload(await sharp(opaque).toColourspace('rgb16').png().toBuffer()));
  const cmyk = await stored(await context.upload(await sharp(opaque).toColourspace('cmyk').jpeg().toBuffer()));
  const grey = await stored(await context.upload(await sharp(opaque).greyscale().png().toBuffer()));
  expect((await sharp(master(png.id)).metadata()).hasAlpha).toBe(true);
  expect(webp.color).toMatch(/^#3[2-4]6[5-7]9[8-a]$/);
  expect(deep.color).toBe(webp.color);
  for (const { id } of [cmyk, grey]) expect((await sharp(master(id)).metadata()).space).toMatch(/^(srgb|b-w)$/);
});

it('stores one photo for the same bytes, sent twice at once and again', async () => {
  const bytes = await corners().toBuffer();
  const responses = await Promise.all([context.upload(bytes), context.upload(bytes), context.upload(bytes)]);
  const ids = await Promise.all(responses.map(async (response) => (await stored(response)).id));
  expect(new Set(ids).size).toBe(1);
  expect(await context.rows()).toHaveLength(1);
  expect(await context.files()).toHaveLength(1);
});

it('ADM-GAL-7 leaves no place, camera, text or profile of the original in any reachable file', async () => {
  const bytes = await corners()
    .withExif({
      IFD0: { Artist: 'Camera Owner', ImageDescription: 'SecretWords' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 5/1 42/1', GPSLongitudeRef: 'E', GPSLongitude: '74/1 44/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretWords</x:xmpmeta>')
    .withIccProfile('p3')
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif?.includes('Camera Owner')).toBe(true);
  const media = await stored(await context.upload(bytes));
  const names = [...quickNames(media), '120.webp', '120.v3.webp', '120.jpg', '120.v3.jpg', 'og.jpg'];
  for (const name of names) expect((await context.app.request(`/media/${media.id}/${name}`)).status).toBe(200);
  const files = await context.files();
  expect(files).toHaveLength(names.length + 1);
  for (const file of files) {
    const content = await readFile(file);
    const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
    for (const word of ['Camera Owner', 'SecretWords', 'Exif', 'GPS', 'xmpmeta']) {
      expect({ file, word, found: content.includes(word) }).toEqual({ file, word, found: false });
    }
  }
});

/** Lets days pass for the photos that wait for their first use. */
const passDays = (days: number) =>
  sql`update photos_awaiting_use set due_at = due_at - make_interval(days => ${sql.lit(days)})`.execute(context.db);

it('ADM-GAL-10 a photo that was uploaded but not saved is removed after 7 days', async () => {
  const { db, store } = context;
  await stored(await context.upload(await corners().toBuffer()));
  expect(await removeLeftMedia(db, store, 'recent')).toBe(0);
  await passDays(6);
  expect(await removeLeftMedia(db, store, 'all')).toBe(0);
  expect(await context.files()).toHaveLength(1);
  await passDays(1);
  expect(await removeLeftMedia(db, store, 'all')).toBe(1);
  expect(await context.rows()).toEqual([]);
  expect(await context.files()).toEqual([]);
});

it('ADM-GAL-10 a photo that is uploaded again stays 7 more days, and one that is used stays', async () => {
  const { db, store } = context;
  const bytes = await corners().toBuffer();
  const { id } = await stored(await context.upload(bytes));
  await passDays(6);
  await stored(await context.upload(bytes));
  await passDays(6);
  expect(await removeLeftMedia(db, store, 'all')).toBe(0);
  await db.insertInto('site_images').values({ name: 'logo.on_dark', media_id: id }).execute();
  await passDays(1);
  expect(await removeLeftMedia(db, store, 'all')).toBe(0);
  expect(await context.rows()).toHaveLength(1);
  expect(await db.selectFrom('photos_awaiting_use').selectAll().execute()).toEqual([]);
  await db.deleteFrom('site_images').execute();
});

it('ADM-GAL-10 a photo that is not saved yet is not among those that an older process removes at once', async () => {
  const { db, store } = context;
  const noted = () => db.selectFrom('client_files_to_remove').selectAll().execute();
  const bytes = await corners().toBuffer();
  const { id } = await stored(await context.upload(bytes));
  expect(await noted()).toEqual([]);
  // The photo of a deleted entry is noted there. When it is uploaded again, its use is still to come.
  await db.insertInto('client_files_to_remove').values({ media_id: id }).execute();
  await stored(await context.upload(bytes));
  expect(await noted()).toEqual([]);
  await passDays(7);
  expect(await removeLeftMedia(db, store, 'all')).toBe(1);
});

it('bakes each of the eight orientations in', async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const bytes = await corners().withMetadata({ orientation }).toBuffer();
    const expected = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const media = await stored(await context.upload(bytes));
    const actual = await sharp(master(media.id)).raw().toBuffer({ resolveWithObject: true });
    expect({ orientation, width: media.width, height: media.height }).toEqual({
      orientation,
      width: expected.info.width,
      height: expected.info.height,
    });
    const difference = expected.data.reduce((sum, value, at) => sum + Math.abs(value - (actual.data[at] ?? 0)), 0);
    expect(difference / expected.data.length).toBeLessThan(4);
  }
});

it('refuses every hostile file with a sentence, stores nothing of it, and goes on working', async () => {
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThanOrEqual(25);
  const responses = [];
  const memory = watchMemory();
  for (const { name, bytes } of files) {
    const response = await context.upload(bytes);
    const problem = problemSchema.safeParse(await response.json());
    const { detail = '' } = problem.data ?? {};
    responses.push({
      name,
      refused: [413, 415, 422].includes(response.status),
      sentence: /^[A-Z].{20,}\.$/.test(detail),
    });
  }
  expect(responses.filter(({ refused, sentence }) => !refused || !sentence)).toEqual([]);
  expect(await context.rows()).toEqual([]);
  expect(await context.files()).toEqual([]);
  await stored(await context.upload(await corners().toBuffer()));
  const growth = memory.stop();
  process.stderr.write(`${files.length} hostile files: server and image processes grew by at most ${growth} MB.\n`);
  expect(growth).toBeLessThan(600);
}, 60_000);

it('says what the file is instead', async () => {
  const said = async (content: string | Buffer) =>
    problemSchema.parse(await (await context.upload(Buffer.from(content as string))).json());
  expect(await said('%PDF-1.7')).toMatchObject({
    status: 415,
    detail: 'This file is a PDF. Please choose a JPEG, PNG or WebP file.',
  });
  expect(await said('\0\0\0\x18ftypheic')).toMatchObject({
    status: 415,
    detail: 'This file is a HEIC photo, which browsers cannot show. Please choose a JPEG, PNG or WebP file.',
  });
  expect(await said((await corners().toBuffer()).subarray(0, -200))).toMatchObject({
    status: 422,
    errors: [{ field: 'file', message: expect.stringContaining('damaged or incomplete') }],
  });
});

it('refuses forms that are broken off, empty, without a file, with two, or no form at all', async () => {
  const send = async (body: string | FormData, type?: string) => {
    const headers = type ? { 'content-type': type } : undefined;
    const response = await context.app.request('/api/admin/media', { method: 'POST', body, headers });
    return response.status;
  };
  const form = (...parts: [string, string | Blob][]) => {
    const data = new FormData();
    for (const [field, value] of parts) data.append(field, value as Blob);
    return data;
  };
  const photograph = new Blob([new Uint8Array(await corners().toBuffer())]);
  const multipart = 'multipart/form-data; boundary=x';
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  expect(await send(form(['file', photograph], ['file', photograph]))).toBe(422);
  expect(await send(form(['other', photograph]))).toBe(422);
  expect(await send(form(['file', 'just text']))).toBe(422);
  expect(await send(form(['other', 'just text']))).toBe(422);
  expect(await send(`${head}half a photogr`, multipart)).toBe(400);
  expect(await send(head, multipart)).toBe(400);
  expect(await send('no form', multipart)).toBe(400);
  expect(await send('no boundary', 'multipart/form-data')).toBe(400);
  expect(await send(`--x\r\n${'a: b\r\n'.repeat(20_000)}\r\n--x--`, multipart)).toBeLessThan(500);
  expect(await send('a photograph', 'image/jpeg')).toBe(415);
  expect(await context.rows()).toEqual([]);
  expect(await context.files()).toEqual([]);
});

it('removes what it had received when the connection breaks', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(
        Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'),
      );
    },
    pull(controller) {
      controller.error(new Error('connection reset'));
    },
  });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const init = { method: 'POST', body, headers, duplex: 'half' } as unknown as RequestInit;
  expect((await context.app.request('/api/admin/media', init)).status).toBe(400);
  expect(await context.files()).toEqual([]);
});

it('leaves neither file nor row when the row or the file cannot be written', async () => {
  const { db, store } = context;
  const keep = (words: { focal: { x: number; y: number } }, into = store) =>
    store.withTemporaryFile(async (path) => {
      await corners().toFile(path);
      return storeMaster(db, into, THIS_INSTALLATION, path, await store.describe(path), words);
    });
  await expect(keep({ focal: { x: 500, y: 0 } })).rejects.toThrow();
  const place = () => Promise.reject(new Error('disk full'));
  await expect(keep({ focal: { x: 50, y: 50 } }, { ...store, place })).rejects.toThrow('disk full');
  expect(await context.rows()).toEqual([]);
  expect(await context.files()).toEqual([]);
});

it('keeps the files of a photo whose commit succeeded although its response was lost', async () => {
  const { db, store } = context;
  const transaction = db.transaction();
  const execute = async (work: Parameters<typeof transaction.execute>[0]) => {
    await transaction.execute(work);
    throw new Error('connection lost');
  };
  jest.spyOn(db, 'transaction').mockReturnValueOnce({ execute } as never);
  const storing = store.withTemporaryFile(async (path) => {
    await corners().toFile(path);
    return storeMaster(db, store, THIS_INSTALLATION, path, await store.describe(path));
  });
  await expect(storing).rejects.toThrow('connection lost');
  const [row] = await context.rows();
  expect(await context.files()).toEqual([master(row?.id ?? '')]);
});
