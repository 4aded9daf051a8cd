import { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { staffPortfolioItemSchema } from '@godhuli/contracts/portfolio';
import { PURGE_HEADER } from '@godhuli/contracts/surrogate-key';
import {
  CHUNK_TYPE,
  MAX_CHUNK_BYTES,
  type Upload,
  uploadListSchema,
  uploadPageSchema,
} from '@godhuli/contracts/uploads';
import { sql } from 'kysely';
import sharp from 'sharp';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { createMediaStore } from '../media/index.js';

let photos = 0;
/** A photo that no other test has. */
const photo = () => {
  photos += 1;
  const background = { r: (photos * 40) % 256, g: (photos * 90) % 256, b: Math.floor(photos / 6) * 30 };
  return sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
};
const keyOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 32);

let endingSignal: NodeJS.Signals | undefined;
/** Lets the image worker that gets the next job end by a signal. */
const endWorker = (signal: NodeJS.Signals) => {
  endingSignal = signal;
};
const { unref } = ChildProcess.prototype;
beforeAll(() => {
  // Each worker passes here as it starts.
  jest.spyOn(ChildProcess.prototype, 'unref').mockImplementation(function (this: ChildProcess) {
    const send = this.send.bind(this) as (...values: unknown[]) => boolean;
    const sendOrEnd = (...values: unknown[]) => {
      if (!endingSignal) return send(...values);
      const ended = this.kill(endingSignal);
      endingSignal = undefined;
      return ended;
    };
    Object.assign(this, { send: sendOrEnd });
    unref.call(this);
  });
});
afterAll(() => jest.restoreAllMocks());

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let cookie: string;
  beforeAll(async () => {
    api = await testApp(engine);
    cookie = await api.cookieOf('editor');
  }, 120_000);
  afterAll(() => api.close());

  const call = (method: string, path: string, json?: unknown, who = cookie) =>
    api.call(method, `/api/admin/portfolio/uploads${path}`, { json, headers: { cookie: who } });
  const registration = (name: string, bytes: number) => ({
    files: [{ key: keyOf(name), name, bytes, modifiedMs: 1_700_000_000_000, title: name }],
    category: 'wedding',
    place: 'Pune',
  });
  const register = async (name: string, bytes: number, who = cookie): Promise<Upload> => {
    const response = await call('POST', '', registration(name, bytes), who);
    return uploadListSchema.parse(await response.json()).uploads[0] as Upload;
  };
  const append = (id: string, offset: number, part: Uint8Array, headers: Record<string, string> = {}, app = api.app) =>
    app.request(
      `/api/admin/portfolio/uploads/${id}`,
      {
        method: 'PATCH',
        body: new Uint8Array(part),
        headers: { cookie, origin: SITE, 'content-type': CHUNK_TYPE, 'upload-offset': String(offset), ...headers },
      },
      { clientIp: '192.0.2.1' },
    );
  const finish = (id: string, json: object = {}) => call('POST', `/${id}/finish`, json);
  const itemOf = async (response: Response) => staffPortfolioItemSchema.parse((await jsonOf(response)).item);
  const listed = async (who = cookie) => uploadPageSchema.parse(await (await call('GET', '', undefined, who)).json());
  const upload = async (name: string, bytes: Uint8Array) => {
    const { _id } = await register(name, bytes.length);
    await append(_id, 0, bytes);
    return _id;
  };

  it('ADM-UP-1 a file arrives in parts, also by another process, and becomes one unpublished item', async () => {
    const bytes = await photo();
    const { _id, received } = await register('IMG_1.jpg', bytes.length);
    expect(received).toBe(0);
    expect((await jsonOf(await append(_id, 0, bytes.subarray(0, 100)))).received).toBe(100);
    expect((await listed()).uploads.map((each) => [each.name, each.received])).toEqual([['IMG_1.jpg', 100]]);
    const other = api.neighbour();
    expect((await append(_id, 100, bytes.subarray(100), {}, other)).status).toBe(200);
    const item = await itemOf(await finish(_id));
    expect(item).toMatchObject({ title: 'IMG_1.jpg', place: 'Pune', category: 'wedding', published: false });
    expect((await itemOf(await finish(_id)))._id).toBe(item._id);
    expect((await listed()).uploads).toEqual([]);
    const original = createHash('sha256').update(bytes).digest('hex');
    const { duplicates } = await jsonOf(await call('GET', `/duplicates?hash=${original}`));
    expect(duplicates).toEqual([{ _id: item._id, title: 'IMG_1.jpg', isInTrash: false }]);
  });

  it('ADM-UP-1 after a restore, which begins the ids again, an upload becomes an item of its own', async () => {
    const id = await upload('IMG_12.jpg', await photo());
    const before = await itemOf(await finish(id));
    await api.db.deleteFrom('uploads').execute();
    await sql`select setval(pg_get_serial_sequence('uploads', 'id'), ${id}::bigint, false)`.execute(api.db);
    const again = await upload('IMG_13.jpg', await photo());
    expect(again).toBe(id);
    const item = await itemOf(await finish(again));
    expect(item._id).not.toBe(before._id);
    expect(item.title).toBe('IMG_13.jpg');
  });

  it('ADM-UP-1 a retry returns the item that the version before an update made of the upload', async () => {
    const id = await upload('IMG_14.jpg', await photo());
    const item = await itemOf(await finish(id));
    await sql`update portfolio set created_with_key = ${`upload:${id}`} where id = ${item._id}`.execute(api.db);
    expect((await itemOf(await finish(id)))._id).toBe(item._id);
  });

  it('ADM-UP-3 the items with a stored photo are found by its id', async () => {
    const item = await itemOf(await finish(await upload('IMG_STORED.jpg', await photo())));
    const { duplicates } = await jsonOf(await call('GET', `/duplicates?mediaId=${item.media?.id}`));
    expect(duplicates).toEqual([{ _id: item._id, title: 'IMG_STORED.jpg', isInTrash: false }]);
    const bad = ['', `?hash=${'a'.repeat(64)}&mediaId=${'a'.repeat(64)}`];
    for (const query of bad) expect((await call('GET', `/duplicates${query}`)).status).toBe(422);
  });

  it('ADM-UP-1 parts leave the public caches alone; the end invalidates those of the gallery', async () => {
    const bytes = await photo();
    const { _id } = await register('IMG_0.jpg', bytes.length);
    const part = await append(_id, 0, bytes);
    expect(part.headers.get(PURGE_HEADER)).toBeNull();
    expect((await finish(_id)).headers.get(PURGE_HEADER)).toContain('portfolio');
  });

  it('ADM-UP-1 a part at the wrong place is refused with the right one; of two equal ones one counts', async () => {
    const bytes = await photo();
    const { _id } = await register('IMG_2.jpg', bytes.length);
    const twice = await Promise.all([append(_id, 0, bytes.subarray(0, 50)), append(_id, 0, bytes.subarray(0, 50))]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const wrong = await append(_id, 10, bytes);
    expect((await jsonOf(wrong)).upload.received).toBe(50);
    expect((await finish(_id)).status).toBe(409);
    expect((await append(_id, 50, bytes)).status).toBe(422);
    expect((await append(_id, 50, new Uint8Array())).status).toBe(422);
    expect((await append(_id, 50, bytes, { 'upload-offset': '-1' })).status).toBe(422);
    expect((await append(_id, 50, bytes, { 'content-type': 'image/jpeg' })).status).toBe(415);
    expect((await append(_id, 50, new Uint8Array(MAX_CHUNK_BYTES + 1))).status).toBe(413);
    await append(_id, 50, bytes.subarray(50));
    expect((await finish(_id)).status).toBe(200);
  });

  it('ADM-UP-2 nobody reads the bytes, and an upload is only of the person who began it', async () => {
    const { _id } = await register('IMG_3.jpg', 1000);
    await append(_id, 0, new Uint8Array(10));
    expect((await call('GET', `/${_id}`)).status).toBe(404);
    const admin = await api.cookieOf('admin');
    expect((await listed(admin)).uploads).toEqual([]);
    expect((await append(_id, 10, new Uint8Array(10), { cookie: admin })).status).toBe(404);
    expect((await append(_id, 10, new Uint8Array(10), { cookie: '' })).status).toBe(401);
    expect((await call('POST', `/${_id}/finish`, {}, admin)).status).toBe(404);
    expect((await call('DELETE', `/${_id}`, undefined, admin)).status).toBe(404);
    expect((await append(_id, 10, new Uint8Array(10), { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await call('DELETE', `/${_id}`)).status).toBe(204);
    expect((await append(_id, 10, new Uint8Array(10))).status).toBe(404);
  });

  it('ADM-UP-3 a photo that the gallery has, also in the trash, is added again only on request', async () => {
    const bytes = await photo();
    const item = await itemOf(await finish(await upload('IMG_4.jpg', bytes)));
    await api.call('DELETE', `/api/portfolio/${item._id}`, { headers: { cookie } });
    const again = await upload('Copy of IMG_4.jpg', bytes);
    const refused = await finish(again);
    expect(refused.status).toBe(409);
    expect((await jsonOf(refused)).duplicates).toEqual([{ _id: item._id, title: 'IMG_4.jpg', isInTrash: true }]);
    expect((await listed()).uploads.map(({ _id }) => _id)).toEqual([again]);
    expect((await itemOf(await finish(again, { keepDuplicate: true })))._id).not.toBe(item._id);
  });

  it('ADM-UP-3 of two equal files that end at the same time one is added', async () => {
    const bytes = await photo();
    const ids = await Promise.all([upload('A.jpg', bytes), upload('B.jpg', bytes)]);
    const responses = await Promise.all(ids.map((id) => finish(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { _id } of (await listed()).uploads) await call('DELETE', `/${_id}`);
  });

  it('ADM-UP-1 several people who ask for the end of one upload at once get one item', async () => {
    const id = await upload('IMG_5.jpg', await photo());
    const other = api.neighbour();
    const asked = [
      ...[0, 1, 2].map(() => finish(id)),
      other.request(`/api/admin/portfolio/uploads/${id}/finish`, {
        method: 'POST',
        body: '{}',
        headers: { cookie, origin: SITE, 'content-type': 'application/json' },
      }),
    ];
    const items = await Promise.all((await Promise.all(asked)).map(itemOf));
    expect(new Set(items.map(({ _id }) => _id)).size).toBe(1);
  });

  it('ADM-UP-1 a failed end removes no photo that was stored before', async () => {
    const bytes = await photo();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'x.jpg');
    const init = { method: 'POST', body: form, headers: { cookie, origin: SITE } };
    const media = await jsonOf(await api.app.request('/api/admin/media', init));
    const id = await upload('IMG_11.jpg', bytes);
    await sql`alter table portfolio add constraint refused check (title <> 'IMG_11.jpg') not valid`.execute(api.db);
    expect((await finish(id)).status).toBe(500);
    await sql`alter table portfolio drop constraint refused`.execute(api.db);
    const kept = await api.db.selectFrom('media').select('id').where('id', '=', media.id).execute();
    expect(kept).toEqual([{ id: media.id }]);
    expect((await finish(id)).status).toBe(200);
  });

  it.each(['SIGKILL', 'SIGABRT'] as const)(
    'ADM-UP-1 a worker that %s ends while it prepares a photo costs an attempt, not the bytes',
    async (signal) => {
      const bytes = await photo();
      const id = await upload(`IMG_${signal}.jpg`, bytes);
      endWorker(signal);
      const lost = await finish(id);
      expect(lost.status).toBe(503);
      expect(lost.headers.get('retry-after')).toBe('5');
      expect((await listed()).uploads).toMatchObject([{ state: 'waiting', received: bytes.length, problem: '' }]);
      expect((await finish(id)).status).toBe(200);
    },
  );

  it('ADM-UP-1 an upload that a stop interrupts is finished after the start, however often', async () => {
    const id = await upload('IMG_STOP.jpg', await photo());
    const media = createMediaStore({ dataDir: api.dataDir });
    media.close();
    const init = { method: 'POST', body: '{}', headers: { cookie, origin: SITE, 'content-type': 'application/json' } };
    const stopping = api.neighbour({ media });
    for (let stop = 0; stop < 4; stop++)
      expect((await stopping.request(`/api/admin/portfolio/uploads/${id}/finish`, init)).status).toBe(503);
    expect((await finish(id)).status).toBe(200);
  });

  it.each(['SIGKILL', 'SIGABRT'] as const)(
    'ADM-UP-4 a photo whose worker ends by %s three times is refused, and its bytes are removed',
    async (signal) => {
      const id = await upload(`BOMB_${signal}.jpg`, await photo());
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 3; attempt++) {
        endWorker(signal);
        statuses.push((await finish(id)).status);
      }
      expect(statuses).toEqual([503, 503, 422]);
      const [left] = (await listed()).uploads;
      expect(left?.state).toBe('failed');
      expect(left?.problem).toContain('We could not open this photo.');
      expect(existsSync(join(api.dataDir, 'uploads', id))).toBe(false);
      await call('DELETE', `/${id}`);
    },
  );

  it('ADM-UP-4 a broken file stays listed with the reason until it is removed', async () => {
    const id = await upload('notes.jpg', new TextEncoder().encode('just some notes, no photo'));
    const refused = await finish(id);
    expect(refused.status).toBe(415);
    const [left] = (await listed()).uploads;
    expect(left?.state).toBe('failed');
    expect(left?.problem).toBe((await jsonOf(refused)).detail);
    expect((await append(id, 25, new Uint8Array(1))).status).toBe(409);
    expect((await finish(id)).status).toBe(422);
    const heic = await upload('IMG_6.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
    expect((await jsonOf(await finish(heic))).detail).toContain('HEIC');
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/${heic}`)).status).toBe(204);
    expect((await listed()).uploads).toEqual([]);
  });

  it('ADM-UP-1 a registration that is sent again registers nothing new', async () => {
    const first = await register('IMG_7.jpg', 500);
    expect((await register('IMG_7.jpg', 500))._id).toBe(first._id);
    const { files } = registration('IMG_8.jpg', 500);
    const many = Array.from({ length: 101 }, (_, index) => ({ ...files[0], key: keyOf(`many ${index}`) }));
    expect((await call('POST', '', { files: many, category: 'wedding' })).status).toBe(422);
    await call('DELETE', `/${first._id}`);
  });

  it('ADM-UP-5 the unfinished uploads of one person have a limit of files and of space', async () => {
    const { _id } = await register('IMG_9.jpg', 2000);
    const { rows } = await sql<{ id: string }>`select id from users where email like 'editor%'`.execute(api.db);
    await sql`insert into uploads (user_id, key, name, bytes, modified_ms, received, title, category, place, published)
      select ${rows[0]?.id}, 'filler ' || n, 'filler', 26214400, 0, case when n <= 82 then 26214400 else 0 end, 'x', 'wedding', '', false
      from generate_series(1, 1999) n`.execute(api.db);
    expect((await append(_id, 0, new Uint8Array(10))).status).toBe(413);
    const full = await call('POST', '', registration('IMG_10.jpg', 10));
    expect((await jsonOf(full)).detail).toContain('2000 unfinished uploads');
    await sql`delete from uploads where name = 'filler'`.execute(api.db);
    expect((await append(_id, 0, new Uint8Array(10))).status).toBe(200);
    await call('DELETE', `/${_id}`);
  });
  describe('ADM-UP-5 near the limit of files', () => {
    const file = (name: string) => registration(name, 10).files[0];
    const last = { ...registration('', 10), files: ['A', 'B', 'C'].map((name) => file(`last ${name}`)) };
    beforeAll(async () => {
      await sql`delete from uploads`.execute(api.db);
      await sql`insert into uploads (user_id, key, name, bytes, modified_ms, title, category, place, published)
        select id, 'filler ' || n, 'filler', 10, 0, 'x', 'wedding', '', false
        from users, generate_series(1, 1997) n where email like 'editor%'`.execute(api.db);
    });
    afterAll(() => sql`delete from uploads`.execute(api.db));

    it('of registrations at once only as many succeed as have room', async () => {
      const registrations = Array.from({ length: 9 }, (_, index) => ({ ...last, files: [file(`at once ${index}`)] }));
      const responses = await Promise.all(registrations.map((files) => call('POST', '', files)));
      expect(responses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
      await sql`delete from uploads where name <> 'filler'`.execute(api.db);
    });

    it('a registration that is sent again returns the same uploads', async () => {
      const first = await jsonOf(await call('POST', '', last));
      const again = await call('POST', '', last);
      expect(again.status).toBe(201);
      expect(await jsonOf(again)).toEqual(first);
    });
  });
});
