import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { type Client, clientExportSchema, clientSchema, MAX_CLIENT_FILES } from '@godhuli/contracts/clients';
import { mediaUrl, mediaWidths } from '@godhuli/contracts/media-url';
import { sql } from 'kysely';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { watchMemory } from '../../testing/watch-memory.js';
import { createMediaStore } from '../media/index.js';
import { createClientFileStore } from './file-store.js';
import { cleanUpClientFiles } from './left-files.js';

jest.setTimeout(240_000);

const PDF = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>';

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let staff: Record<string, string>;
  beforeAll(async () => {
    api = await testApp(engine);
    staff = { cookie: await api.cookieOf('editor') };
  });
  afterAll(() => api.close());

  const send = (method: string, path: string, json?: object, headers = staff) =>
    api.call(method, path, { headers, ...(json ? { json } : {}) });
  const post = (id: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) => {
    // A stream needs `duplex`, which the type of Node 20 does not know.
    const init = { method: 'POST', headers: { ...staff, origin: SITE, ...headers }, body, duplex: 'half' };
    return api.app.request(`/api/clients/${id}/files`, init as RequestInit, { clientIp: '192.0.2.1' });
  };
  const upload = (id: string, name: string, content: string | Uint8Array<ArrayBuffer> = PDF, text?: string) => {
    const form = new FormData();
    if (text !== undefined) form.set('text', text);
    form.set('file', new Blob([content]), name);
    return post(id, form);
  };
  const idOf = async (response: Response): Promise<string> => {
    const text = await response.text();
    expect({ status: response.status, text }).toMatchObject({ status: 201 });
    return JSON.parse(text)._id;
  };
  const newClient = async (name = 'Tara Shah'): Promise<string> =>
    (await jsonOf(await send('POST', '/api/clients', { name, phone: '98230 45678' })))._id;
  const read = async (id: string): Promise<Client> =>
    clientSchema.parse(await jsonOf(await send('GET', `/api/clients/${id}`)));
  const filesOf = async (id: string) => (await read(id)).timeline.flatMap(({ file }) => file ?? []);
  const download = (id: string, headers: Record<string, string> = staff) =>
    send('GET', `/api/client-files/${id}`, undefined, headers);
  /** Every file of clients on the disk, also unfinished ones. */
  const onDisk = async () => {
    const all = await readdir(join(api.dataDir, 'client-files'), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return all.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const erase = async (id: string) => {
    const admin = { cookie: await api.cookieOf('admin') };
    return send('POST', `/api/clients/${id}/erase`, { version: (await read(id)).version }, admin);
  };
  /** A form with a PDF that arrives in two halves; the second one when `rest` is called. */
  const slowForm = () => {
    const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF}`;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (started) => {
        controller = started;
        started.enqueue(new TextEncoder().encode(head));
      },
    });
    return {
      send: (id: string) => post(id, body, { 'content-type': 'multipart/form-data; boundary=x' }),
      finish: () => {
        controller?.enqueue(new TextEncoder().encode('\r\n--x--\r\n'));
        controller?.close();
      },
      abort: () => controller?.error(new Error('the browser has gone')),
    };
  };
  const untilOnDisk = async (count: number) => {
    while ((await onDisk()).length < count) await afterEvents();
  };

  it('CLIENT-4 a retry of an upload with the same Idempotency-Key adds no second file', async () => {
    const id = await newClient('Retry Shah');
    const attempt = (key: string) => {
      const form = new FormData();
      form.set('file', new Blob([PDF]), 'contract.pdf');
      return post(id, form, { 'idempotency-key': key });
    };
    const before = (await onDisk()).length;
    const ids = await Promise.all((await Promise.all([attempt('upload-1'), attempt('upload-1')])).map(idOf));
    ids.push(await idOf(await attempt('upload-1')));
    expect(new Set(ids).size).toBe(1);
    expect(await filesOf(id)).toHaveLength(1);
    expect((await onDisk()).length).toBe(before + 1);
    await idOf(await attempt('upload-2'));
    expect(await filesOf(id)).toHaveLength(2);
  });

  it('CLIENT-4 a photo of the timeline has the URL of a variant', async () => {
    const id = await newClient();
    const [photo] = await jsonOf(await send('GET', '/api/portfolio'));
    await idOf(await send('POST', `/api/clients/${id}/entries`, { kind: 'file', mediaId: photo.media.id }));
    const [item] = (await read(id)).timeline;
    const variants = mediaWidths(photo.media).map((width) => mediaUrl(photo.media, width, 'jpg'));
    expect(variants).toContain(item?.fileUrl);
  });

  it('CLIENT-10 staff attach files, which the timeline names; a download is private and never shown', async () => {
    const id = await newClient();
    const name = 'तारा शाह – करार (1) "final".pdf';
    const entry = await idOf(await upload(id, name, PDF, 'Signed'));
    const [item] = (await read(id)).timeline;
    expect(item).toMatchObject({ kind: 'file', text: 'Signed', by: 'Esha Editor', entryId: entry, fileUrl: null });
    expect(item?.file).toEqual({ name: 'तारा शाह – करार (1) final.pdf', bytes: PDF.length, version: 1 });
    const response = await download(entry);
    expect(await response.text()).toBe(PDF);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    });
    const disposition = headers['content-disposition'] ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(item?.file?.name);
    expect((await download(entry, { ...staff, range: 'bytes=0-3' })).status).toBe(206);
    for (const path of [`/api/client-files/${entry}`, `/media/client-files/${entry}`])
      expect([401, 404]).toContain((await api.call('GET', path)).status);
    expect((await download(entry, {})).status).toBe(401);
    expect((await download('999999')).status).toBe(404);
    const note = await jsonOf(await send('POST', `/api/clients/${id}/entries`, { kind: 'note', text: 'x' }));
    expect((await download(note._id)).status).toBe(404);
  });

  it('CLIENT-10 a file is renamed with its ending, and removed with its bytes; both are in the audit log', async () => {
    const id = await newClient();
    const entry = await idOf(await upload(id, 'quote.PDF'));
    const rename = (json: object) => send('PUT', `/api/client-files/${entry}`, json);
    const renamed = { name: 'Quote of May.pdf', bytes: PDF.length, version: 2 };
    expect(await jsonOf(await rename({ version: 1, name: '  ../Quote\u202e of\tMay.pdf ' }))).toEqual(renamed);
    expect(await filesOf(id)).toEqual([renamed]);
    expect((await rename({ version: 1, name: 'b.pdf' })).status).toBe(409);
    const bad = await jsonOf(await rename({ version: 2, name: 'page.html' }));
    expect(bad.errors).toEqual([{ field: 'name', message: 'Please keep the ending .pdf.' }]);
    const before = await onDisk();
    expect((await send('DELETE', `/api/client-entries/${entry}`)).status).toBe(204);
    expect((await download(entry)).status).toBe(404);
    expect((await rename({ version: 2, name: 'b.pdf' })).status).toBe(404);
    expect((await onDisk()).length).toBe(before.length - 1);
    const log = await api.db.selectFrom('audit').select('action').where('entity_id', '=', id).orderBy('id').execute();
    expect(log.map(({ action }) => action)).toEqual([
      ...['clients.create', 'clients.add-file', 'clients.rename-file', 'clients.delete-entry'],
    ]);
  });

  it('CLIENT-10 a refused rename answers with the stored name, who gave it and when', async () => {
    const id = await newClient();
    const [entry, other] = [await idOf(await upload(id, 'a.pdf')), await idOf(await upload(id, 'b.pdf'))];
    const rename = (file: string, name: string, headers?: Record<string, string>) =>
      send('PUT', `/api/client-files/${file}`, { version: 1, name }, headers);
    const saved = await jsonOf(await rename(entry, 'Contract.pdf', { cookie: await api.cookieOf('admin') }));
    await rename(other, 'Quotation.pdf');
    const refused = await rename(entry, 'Signed.pdf');
    expect(refused.status).toBe(409);
    const conflict = await jsonOf(refused);
    expect(conflict.current).toEqual(saved);
    expect(conflict.changedBy).toBe('Asha Admin');
    expect(Date.now() - Date.parse(conflict.changedAt)).toBeLessThan(60_000);
    const retry = await rename(entry, 'Contract.pdf');
    expect(retry.status).toBe(200);
    expect(await jsonOf(retry)).toEqual(saved);
  });

  it('CLIENT-10 refuses large, empty, foreign and disguised files with a reason, and stores nothing', async () => {
    const id = await newClient();
    const before = await onDisk();
    const problems: Record<string, string> = {};
    for (const [name, content] of [
      ['big.pdf', new Uint8Array(25 * 1024 * 1024 + 1)],
      ['empty.pdf', ''],
      ['page.html', '<script>alert(1)</script>'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['page.pdf', '<!doctype html><script>alert(1)</script>'],
      ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['program.docx', 'MZ\0\0'],
      ['text.txt', 'a\0b'],
      ['no ending', PDF],
    ] as const) {
      const response = await upload(id, name, content);
      problems[name] = `${response.status} ${(await jsonOf(response)).detail}`;
    }
    expect(problems).toEqual({
      'big.pdf': '413 This file is larger than 25 MB. Please choose a smaller one, or add a link as a note.',
      'empty.pdf': '422 This file is empty. Please choose another one.',
      'page.html': expect.stringMatching(/^415 Please choose a PDF, Word/),
      'drawing.svg': expect.stringMatching(/^415 Please choose a PDF, Word/),
      'page.pdf': '415 The content of this file does not match its ending .pdf. Please export it again.',
      'drawing.png': expect.stringMatching(/^415 The content/),
      'program.docx': expect.stringMatching(/^415 The content/),
      'text.txt': expect.stringMatching(/^415 The content/),
      'no ending': expect.stringMatching(/^415 Please choose/),
    });
    expect((await upload('999999', 'a.pdf')).status).toBe(404);
    expect((await upload(id, 'a.pdf', PDF, 'x'.repeat(5001))).status).toBe(422);
    expect((await post(id, 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect(await onDisk()).toEqual(before);
    expect(await filesOf(id)).toEqual([]);
    // One that is both is stored, and leaves as a download that runs nothing.
    const both = await idOf(await upload(id, 'both.pdf', `<script>alert(1)</script>${PDF}`));
    const { headers } = await download(both);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/sandbox/);
  });

  it('CLIENT-10 one client has at most 100 files, also of two uploads at once', async () => {
    const id = await newClient();
    await sql`
      insert into client_entries (client_id, kind, text, file_id, file_name, file_bytes, by)
      select ${id}, 'file', '', 'limit-' || n, 'a.pdf', 1, 'x' from generate_series(2, ${MAX_CLIENT_FILES}) n`.execute(
      api.db,
    );
    const before = (await onDisk()).length;
    const both = await Promise.all([upload(id, 'a.pdf'), upload(id, 'b.pdf')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await jsonOf(await upload(id, 'c.pdf'))).detail).toBe(
      'There are 100 files already. Please remove one first.',
    );
    expect((await onDisk()).length).toBe(before + 1);
  });

  it('CLIENT-10 an interrupted upload leaves nothing; what a killed process left is swept', async () => {
    const id = await newClient();
    const before = await onDisk();
    const slow = slowForm();
    const response = slow.send(id);
    await untilOnDisk(before.length + 1);
    slow.abort();
    expect((await response).status).toBe(400);
    expect(await onDisk()).toEqual(before);
    // The database fails after the bytes are in place.
    await sql`create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'the machine lost power'; end $$`.execute(api.db);
    await sql`create trigger fail before insert on audit for each row execute function fail()`.execute(api.db);
    const failed = await upload(id, 'a.pdf');
    await sql`drop trigger fail on audit`.execute(api.db);
    expect(failed.status).toBe(500);
    expect(await onDisk()).toEqual(before);
    const kept = await idOf(await upload(id, 'a.pdf'));
    const root = join(api.dataDir, 'client-files');
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['e'.repeat(32), '.incoming/left']) {
      await writeFile(join(root, name), 'x');
      await utimes(join(root, name), old, old);
    }
    const media = createMediaStore({ dataDir: api.dataDir });
    await cleanUpClientFiles(api.db, { media, files: createClientFileStore(api.dataDir) });
    media.close();
    expect((await onDisk()).length).toBe(before.length + 1);
    expect((await download(kept)).status).toBe(200);
  });

  it('CLIENT-10 PRIV-4 merged clients show both files; an export names them, an erasure removes them', async () => {
    const one = await newClient('Mihir');
    const other = await newClient('Mihir S');
    const entries = [await idOf(await upload(one, 'one.pdf')), await idOf(await upload(other, 'other.pdf'))];
    const before = (await onDisk()).length;
    const json = { version: 1, otherId: other, otherVersion: 1 };
    expect((await send('POST', `/api/clients/${one}/merge`, json)).status).toBe(200);
    expect((await filesOf(one)).map(({ name }) => name)).toEqual(['other.pdf', 'one.pdf']);
    const admin = { cookie: await api.cookieOf('admin') };
    const exported = clientExportSchema.parse(
      await jsonOf(await send('POST', `/api/clients/${one}/export`, undefined, admin)),
    );
    expect(exported.entries.map(({ file_name }) => file_name)).toEqual(['one.pdf', 'other.pdf']);
    expect((await erase(one)).status).toBe(200);
    expect((await onDisk()).length).toBe(before - 2);
    for (const each of entries) expect((await download(each)).status).toBe(404);
    expect((await upload(other, 'late.pdf')).status).toBe(404);
  });

  it('CLIENT-10 a client is merged or erased while a file uploads: the file is with the new one, or gone', async () => {
    const [one, other] = [await newClient('Kabir'), await newClient('Kabir M')];
    const before = (await onDisk()).length;
    const [first, second] = [slowForm(), slowForm()];
    const merged = first.send(other);
    await untilOnDisk(before + 1);
    await send('POST', `/api/clients/${one}/merge`, { version: 1, otherId: other, otherVersion: 1 });
    first.finish();
    await idOf(await merged);
    expect((await filesOf(one)).map(({ name }) => name)).toEqual(['a.pdf']);
    const late = second.send(one);
    await untilOnDisk(before + 2);
    expect((await erase(one)).status).toBe(200);
    second.finish();
    expect((await late).status).toBe(404);
    expect((await onDisk()).length).toBe(before);
  });

  it('CLIENT-10 a file of 24 MB passes through little memory in both directions', async () => {
    const id = await newClient();
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const parts = [
      new TextEncoder().encode(`--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF}`),
    ];
    const form = async function* () {
      yield* parts;
      for (let sent = 0; sent < 24; sent += 1) yield chunk;
      yield new TextEncoder().encode('\r\n--x--\r\n');
    };
    const memory = watchMemory();
    // At once: held in memory they would be 120 MB.
    const sendOne = () =>
      post(id, ReadableStream.from(form()) as never, { 'content-type': 'multipart/form-data; boundary=x' });
    const ids = await Promise.all(
      (await Promise.all([sendOne(), sendOne(), sendOne(), sendOne(), sendOne()])).map(idOf),
    );
    const lengths = ids.map(async (entry) => {
      let bytes = 0;
      for await (const part of (await download(entry)).body as unknown as AsyncIterable<Uint8Array>)
        bytes += part.length;
      return bytes;
    });
    expect(new Set(await Promise.all(lengths))).toEqual(new Set([24 * 1024 * 1024 + PDF.length]));
    const growth = memory.stop();
    process.stderr.write(`${engine}: 5 files of 24 MB stored and read, the process grew by at most ${growth} MB.\n`);
    expect(growth).toBeLessThan(80);
  });
});
