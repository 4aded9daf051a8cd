import { auditPageSchema } from '@godhuli/contracts/audit';
import { NEVER_PROMOTED } from '@godhuli/contracts/releases';
import { CHUNK_TYPE } from '@godhuli/contracts/uploads';
import { fakeRelease, packRelease } from '@godhuli/release-gate/testing/fake-release';
import { sql } from 'kysely';
import sharp from 'sharp';
import { LEFT_OUT_TABLES } from '../backup/backup-format.js';
import { routeAccess } from '../http/access.js';
import { SAMPLE_CAPTIONS } from '../testing/sample-film.js';
import { softAuthenticator } from '../testing/soft-authenticator.js';
import { jsonOf, SITE, type TestApp, testApp, WITH_EMAIL } from '../testing/test-app.js';
import { engines, PASSWORD, USERS } from '../testing/test-database.js';
import { totpCode } from '../testing/totp-code.js';

jest.setTimeout(240_000);

interface Write {
  /** the address, where the route has parameters */
  path?: () => string | Promise<string>;
  json?: Record<string, unknown> | (() => Record<string, unknown> | Promise<Record<string, unknown>>);
  /** what is sent when it is no JSON */
  body?: () => Promise<Uint8Array | FormData>;
  headers?: () => Promise<Record<string, string>>;
  /** nobody is signed in, or the deploy token alone speaks */
  by?: string;
  /** a session of its own, because the write ends it */
  ownSession?: 'editor';
  action: string;
  /** whether something was there before, and is afterwards */
  before?: boolean;
  after?: boolean;
}

// What a write refuses and records does not depend on the engine: the last one is Postgres where there is one.
describe.each(engines().slice(-1))('every write of the live route list on %s', (engine) => {
  let api: TestApp;
  let cookie: string;
  const made: Record<string, string> = {};
  beforeAll(async () => {
    api = await testApp(engine, { messages: WITH_EMAIL });
    cookie = await api.cookieOf('admin');
  });
  afterAll(() => api.close());

  const release = fakeRelease({ name: 'team' });
  let token = '';
  const deployToken = async () => {
    token ||= (await jsonOf(await api.as('admin')('POST', '/api/remotes/team/deploy-tokens'))).token;
    return { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' };
  };
  /** The id of one more session of the admin. */
  const otherSession = async () => {
    await api.cookieOf('admin');
    const { id } = await api.db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  };
  /** Half a year ahead, in the form of a schedule. */
  const nextYear = () => new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 16);
  /** A draft of a text section, made once, as a publication names it. */
  const drafts = new Map<string, object>();
  const draftOf = async (section: string, field: string) => {
    const path = `/api/admin/documents/text/${section}`;
    const headers = { cookie, origin: SITE };
    if (!drafts.has(section)) {
      const { version, body } = await jsonOf(await api.call('GET', path, { headers }));
      const json = { version, body: { ...body, [field]: 'Draft' } };
      const draft = await jsonOf(await api.call('PUT', path, { headers, json }));
      drafts.set(section, { entity: 'text', id: section, version: draft.version });
    }
    return drafts.get(section);
  };
  const picture = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#a52' } })
      .png()
      .toBuffer();
  /** Uploads the picture in one part. @returns the id of the upload */
  const sendPicture = async (): Promise<string> => {
    const bytes = await picture();
    const file = { key: 'b'.repeat(32), name: 'x.png', bytes: bytes.length, modifiedMs: 0, title: 'x' };
    const json = { files: [file], category: 'wedding' };
    const { uploads } = await jsonOf(
      await api.call('POST', '/api/admin/portfolio/uploads', { json, headers: { cookie } }),
    );
    const headers = { cookie, origin: SITE, 'content-type': CHUNK_TYPE, 'upload-offset': '0' };
    const body = new Uint8Array(bytes);
    await api.app.request(`/api/admin/portfolio/uploads/${uploads[0]._id}`, { method: 'PATCH', headers, body });
    return uploads[0]._id;
  };
  /** The client of the inquiry that was made first. */
  const madeClient = async () => {
    const inquiry = api.db.selectFrom('inquiries').select('client_id').where('client_id', 'is not', null).orderBy('id');
    made.client ??= String((await inquiry.executeTakeFirst())?.client_id ?? '999999999');
    return made.client;
  };
  /** Another client, added once. */
  const otherClient = async () => {
    made.otherClient ??= (
      await api.db.insertInto('clients').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow()
    ).id;
    return made.otherClient;
  };
  const authenticator = softAuthenticator();
  const site = { origin: SITE, rpId: 'localhost' };
  /** The cookie of a step of a sign-in or registration, and what the API answers with it. */
  const startStep = async (path: string, json: object | undefined, headers: Record<string, string>) => {
    const response = await api.call('POST', path, { json, headers });
    made.step = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return jsonOf(response);
  };
  const stepCookie = async () => ({ cookie: made.step ?? '' });
  const id =
    (kind: string, more = '') =>
    () =>
      `/api/${kind}/${made[kind]}${more}`;

  /** Each unsafe route once, in an order in which each finds what it needs. */
  const WRITES: Record<string, Write> = {
    'POST /api/admin/auth/login': {
      json: { email: USERS.admin.email, password: PASSWORD },
      by: USERS.admin.name,
      action: 'auth.login',
    },
    'POST /api/admin/auth/logout': { ownSession: 'editor', by: USERS.editor.name, action: 'auth.logout' },
    'POST /api/admin/auth/confirm': { json: { password: PASSWORD }, action: 'auth.confirm' },
    'DELETE /api/admin/me/sessions/:id': {
      path: () => `/api/admin/me/sessions/${made.session}`,
      headers: async () => {
        made.session ??= await otherSession();
        return {};
      },
      action: 'sessions.end',
      before: true,
    },
    'DELETE /api/admin/me/sessions': {
      ownSession: 'editor',
      by: USERS.editor.name,
      action: 'sessions.end-others',
      before: true,
    },
    'POST /api/admin/me/notices/dismiss': {
      json: { upTo: '1' },
      action: 'account.dismiss-notices',
      after: true,
    },
    'POST /api/content': { json: { section: 'hero', key: 'note', value: 'x' }, action: 'content.create', after: true },
    'PUT /api/content/:id': {
      path: id('content'),
      json: { value: 'y' },
      action: 'content.update',
      before: true,
      after: true,
    },
    'POST /api/services': { json: { title: 'Made' }, action: 'services.create', after: true },
    'PUT /api/services/:id': {
      path: id('services'),
      json: { title: 'New' },
      action: 'services.update',
      before: true,
      after: true,
    },
    'DELETE /api/services/:id': { path: id('services'), action: 'services.delete', before: true },
    'POST /api/portfolio': { json: { title: 'Made', category: 'wedding' }, action: 'portfolio.create', after: true },
    'PUT /api/portfolio/:id': {
      path: id('portfolio'),
      json: { title: 'New' },
      action: 'portfolio.update',
      before: true,
      after: true,
    },
    'PUT /api/portfolio/:id/position': {
      path: id('portfolio', '/position'),
      json: { beforeId: '1' },
      action: 'portfolio.move',
      before: true,
      after: true,
    },
    'DELETE /api/portfolio/:id': { path: id('portfolio'), action: 'portfolio.delete', before: true },
    'POST /api/portfolio/order': { json: { category: 'wedding' }, action: 'portfolio.order', after: true },
    'POST /api/portfolio/:id/restore': { path: id('portfolio', '/restore'), action: 'portfolio.restore', after: true },
    'POST /api/albums': {
      json: { title: 'Made', category: 'wedding', sections: [{ title: 'Haldi', entries: [{ photoId: '1' }] }] },
      action: 'albums.create',
      after: true,
    },
    'PUT /api/albums/:id': {
      path: id('albums'),
      json: { title: 'New', sections: [{ title: 'Sangeet', entries: [{ photoId: '2' }] }] },
      action: 'albums.update',
      before: true,
      after: true,
    },
    'PUT /api/albums/:id/position': {
      path: id('albums', '/position'),
      json: { afterId: null },
      action: 'albums.move',
      before: true,
      after: true,
    },
    'DELETE /api/albums/:id': { path: id('albums'), action: 'albums.delete', before: true },
    'POST /api/albums/:id/restore': { path: id('albums', '/restore'), action: 'albums.restore', after: true },
    'POST /api/admin/videos/files': {
      headers: async () => ({ 'content-type': 'text/vtt' }),
      body: async () => new TextEncoder().encode(SAMPLE_CAPTIONS),
      action: 'videos.upload',
      after: true,
    },
    'POST /api/admin/videos': {
      json: { title: 'Made', category: 'wedding', linkUrl: 'https://youtu.be/abcdefghijk' },
      action: 'videos.create',
      after: true,
    },
    'PUT /api/admin/videos/:id': {
      path: id('admin/videos'),
      json: { title: 'New' },
      action: 'videos.update',
      before: true,
      after: true,
    },
    'PUT /api/admin/videos/:id/position': {
      path: id('admin/videos', '/position'),
      json: { afterId: null },
      action: 'videos.move',
      before: true,
      after: true,
    },
    'DELETE /api/admin/videos/:id': { path: id('admin/videos'), action: 'videos.delete', before: true },
    'POST /api/admin/videos/:id/restore': {
      path: id('admin/videos', '/restore'),
      action: 'videos.restore',
      after: true,
    },
    'POST /api/admin/publications': {
      json: async () => ({ documents: [await draftOf('hero', 'trade')] }),
      action: 'site.publish',
      before: true,
      after: true,
    },
    'POST /api/admin/schedules': {
      json: async () => ({ documents: [await draftOf('footer', 'credit')], wallTime: nextYear() }),
      action: 'site.schedule',
      after: true,
    },
    'DELETE /api/admin/schedules/:id': {
      path: () => `/api/admin/schedules/${made.schedule}`,
      action: 'site.cancel-schedule',
      before: true,
    },
    'POST /api/portfolio/bulk': {
      json: async () => {
        const item = api.db
          .selectFrom('portfolio')
          .select(['id', 'version'])
          .where('id', '=', made.portfolio ?? '');
        return { items: [await item.executeTakeFirstOrThrow()], action: 'change', change: { place: 'Pune' } };
      },
      action: 'portfolio.update',
      before: true,
      after: true,
    },
    'POST /api/inquiries': {
      json: { name: 'Meera', eventType: 'wedding' },
      by: 'a visitor',
      action: 'inquiries.receive',
      after: true,
    },
    'PUT /api/inquiries/:id': {
      path: id('inquiries'),
      json: { version: 1, status: 'Booked' },
      action: 'inquiries.update',
      before: true,
      after: true,
    },
    'POST /api/inquiries/:id/undo': {
      path: id('inquiries', '/undo'),
      json: { version: 2 },
      action: 'inquiries.undo',
      before: true,
      after: true,
    },
    'POST /api/inquiries/bulk': {
      json: () => ({ items: [{ _id: made.inquiries, version: 3 }], change: { stage: 'Met' } }),
      action: 'inquiries.update',
      before: true,
      after: true,
    },
    'POST /api/inquiries/bulk/undo': {
      json: () => ({ items: [{ _id: made.inquiries, version: 4, stage: 'New' }] }),
      action: 'inquiries.undo',
      before: true,
      after: true,
    },
    'POST /api/inquiries/views': { json: { name: 'Soon', query: '?due=week' }, action: 'views.create', after: true },
    'DELETE /api/inquiries/views/:id': {
      path: () => `/api/inquiries/views/${made.view}`,
      action: 'views.delete',
      before: true,
    },
    'DELETE /api/inquiries/:id': { path: id('inquiries'), action: 'inquiries.delete', before: true },
    'POST /api/inquiries/:id/restore': { path: id('inquiries', '/restore'), action: 'inquiries.restore', after: true },
    'POST /api/inquiries/delete': {
      json: () => ({ ids: [made.inquiries] }),
      action: 'inquiries.delete',
      before: true,
    },
    'POST /api/inquiries/restore': {
      json: () => ({ ids: [made.inquiries] }),
      action: 'inquiries.restore',
      after: true,
    },
    'POST /api/inquiries/empty-quarantine': { json: { upTo: '1000' }, action: 'inquiries.erase', before: true },
    'POST /api/clients': { json: { name: 'Nisha', phone: '98220 12345' }, action: 'clients.create', after: true },
    'PUT /api/clients/:id': {
      path: async () => `/api/clients/${await madeClient()}`,
      json: { version: 1, name: 'Meera K' },
      action: 'clients.update',
      before: true,
      after: true,
    },
    'POST /api/clients/:id/entries': {
      path: async () => `/api/clients/${await madeClient()}/entries`,
      json: { kind: 'note', text: 'Called' },
      action: 'clients.add-entry',
      after: true,
    },
    'DELETE /api/client-entries/:id': {
      path: () => `/api/client-entries/${made.entry}`,
      action: 'clients.delete-entry',
      before: true,
    },
    'POST /api/clients/:id/files': {
      path: async () => `/api/clients/${await madeClient()}/files`,
      body: async () => {
        const body = new FormData();
        body.set('file', new Blob(['%PDF-1.7']), 'Contract.pdf');
        return body;
      },
      action: 'clients.add-file',
      after: true,
    },
    'PUT /api/client-files/:id': {
      path: () => `/api/client-files/${made.file}`,
      json: { version: 1, name: 'Quotation.pdf' },
      action: 'clients.rename-file',
      before: true,
      after: true,
    },
    'POST /api/clients/:id/tasks': {
      path: async () => `/api/clients/${await madeClient()}/tasks`,
      json: { text: 'Call', dueOn: '2030-01-01' },
      action: 'clients.add-task',
      after: true,
    },
    'PUT /api/client-tasks/:id': {
      path: () => `/api/client-tasks/${made.task}`,
      json: { version: 1, isDone: true },
      action: 'clients.change-task',
      before: true,
      after: true,
    },
    'DELETE /api/client-tasks/:id': {
      path: () => `/api/client-tasks/${made.task}?version=2`,
      action: 'clients.delete-task',
      before: true,
    },
    'POST /api/clients/:id/not-duplicates': {
      path: async () => `/api/clients/${await madeClient()}/not-duplicates`,
      json: async () => ({ otherId: await otherClient() }),
      action: 'clients.not-duplicates',
      after: true,
    },
    'POST /api/clients/:id/merge': {
      path: async () => `/api/clients/${await madeClient()}/merge`,
      json: async () => ({ version: 2, otherId: await otherClient(), otherVersion: 1 }),
      action: 'clients.merge',
      after: true,
    },
    'POST /api/clients/:id/undo-merge': {
      path: async () => `/api/clients/${await otherClient()}/undo-merge`,
      action: 'clients.undo-merge',
      ...{ before: true, after: true },
    },
    'POST /api/clients/:id/export': {
      path: async () => `/api/clients/${await madeClient()}/export`,
      action: 'clients.export',
      after: true,
    },
    'POST /api/clients/:id/erase': {
      path: async () => `/api/clients/${await otherClient()}/erase`,
      json: { version: 3 },
      action: 'clients.erase',
      before: true,
    },
    'POST /api/reply-templates': {
      json: { name: 'Made', texts: { en: 'Hello', mr: '', hi: '' } },
      action: 'reply-templates.create',
      after: true,
    },
    'PUT /api/reply-templates/:id': {
      path: id('reply-templates'),
      json: { version: 1, name: 'New' },
      action: 'reply-templates.update',
      before: true,
      after: true,
    },
    'DELETE /api/reply-templates/:id': {
      path: id('reply-templates', '?version=2'),
      action: 'reply-templates.delete',
      before: true,
    },
    'PUT /api/admin/privacy': {
      json: { version: 1, retentionMonths: 36 },
      action: 'privacy.update',
      before: true,
      after: true,
    },
    'POST /api/bookings': {
      json: { kind: 'booking', title: 'Made', cityId: '1', startsOn: '2030-01-01', endsBefore: '2030-01-02' },
      action: 'bookings.create',
      after: true,
    },
    'PUT /api/bookings/:id': {
      path: id('bookings'),
      json: { version: 1, startsOn: '2030-01-03', endsBefore: '2030-01-04' },
      action: 'bookings.update',
      before: true,
      after: true,
    },
    'DELETE /api/bookings/:id': {
      path: () => `/api/bookings/${made.bookings}?version=2`,
      action: 'bookings.delete',
      before: true,
    },
    'POST /api/bookings/:id/restore': { path: id('bookings', '/restore'), action: 'bookings.restore', after: true },
    'POST /api/calendar/import': {
      json: {
        file: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nDTSTART:20300105\nSUMMARY:X\nEND:VEVENT\nEND:VCALENDAR',
        cityId: '1',
      },
      action: 'bookings.import',
      after: true,
    },
    'POST /api/calendar/feeds': { action: 'calendar-feeds.create', after: true },
    'DELETE /api/calendar/feeds/:id': {
      path: () => `/api/calendar/feeds/${made.feed}`,
      action: 'calendar-feeds.revoke',
      before: true,
    },
    'POST /api/cities': { json: { name: 'Nashik', capacity: 1 }, action: 'cities.create', after: true },
    'PUT /api/cities/:id': {
      path: id('cities'),
      json: { capacity: 3 },
      action: 'cities.update',
      before: true,
      after: true,
    },
    'PUT /api/cities/:id/days/:day': {
      path: id('cities', '/days/2030-01-01'),
      json: { capacity: 4 },
      action: 'cities.set-day',
      before: true,
      after: true,
    },
    'POST /api/crews': { json: { name: 'Crew A' }, action: 'crews.create', after: true },
    'PUT /api/crews/:id': {
      path: id('crews'),
      json: { isArchived: true },
      action: 'crews.update',
      before: true,
      after: true,
    },
    'PUT /api/muhurats/:year': {
      path: () => '/api/muhurats/2030',
      json: async () => ({
        days: [{ day: '2030-02-04' }],
        version: (await jsonOf(await api.call('GET', '/api/muhurats/2030', { headers: { cookie } }))).version,
      }),
      action: 'muhurats.update',
      before: true,
      after: true,
    },
    'POST /api/admin/users': {
      json: { email: 'made@example.com', name: 'Made', role: 'editor' },
      action: 'users.create',
      after: true,
    },
    'PUT /api/admin/users/:id': {
      path: () => `/api/admin/users/${made.user}`,
      json: { name: 'Renamed' },
      action: 'users.update',
      before: true,
      after: true,
    },
    'DELETE /api/admin/users/:id/sessions': {
      path: () => `/api/admin/users/${made.user}/sessions`,
      action: 'users.end-sessions',
      before: true,
    },
    'POST /api/admin/users/:id/password': {
      path: () => `/api/admin/users/${made.user}/password`,
      action: 'users.reset-password',
    },
    'POST /api/admin/users/:id/reset-link': {
      path: () => `/api/admin/users/${made.user}/reset-link`,
      action: 'users.reset-link',
      after: true,
    },
    'POST /api/admin/users/:id/email-link': {
      path: () => `/api/admin/users/${made.user}/email-link`,
      action: 'users.email-link',
      after: true,
    },
    'POST /api/admin/auth/forgot-password': {
      json: { email: USERS.admin.email },
      by: 'unknown visitor',
      action: 'auth.forgot-password',
      after: true,
    },
    'PUT /api/admin/messages/recipients/:id': {
      path: () => `/api/admin/messages/recipients/${made.user}`,
      json: { alerts: true, digest: true },
      action: 'messages.update-recipient',
      before: true,
      after: true,
    },
    'POST /api/admin/messages/test': { action: 'messages.test' },
    'POST /api/admin/messages/:id/send-again': {
      // Before the database is compared.
      headers: async () => {
        await api.db.updateTable('outbox').set({ state: 'failed' }).where('kind', '=', 'test').execute();
        return {};
      },
      path: async () => {
        const test = api.db.selectFrom('outbox').select('id').where('kind', '=', 'test');
        return `/api/admin/messages/${(await test.executeTakeFirstOrThrow()).id}/send-again`;
      },
      action: 'messages.send-again',
      before: true,
      after: true,
    },
    'POST /api/admin/auth/reset-password': {
      json: () => ({ token: made.resetToken, next: 'a chosen password' }),
      by: 'Renamed',
      action: 'users.redeem-reset-link',
    },
    'PUT /api/admin/me/password': {
      ownSession: 'editor',
      json: { current: PASSWORD, next: 'another long password' },
      by: USERS.editor.name,
      action: 'users.change-password',
    },
    'POST /api/admin/backup': { action: 'backup.create' },
    'POST /api/admin/media': {
      body: async () => {
        const body = new FormData();
        const bytes = await picture();
        body.set('file', new Blob([new Uint8Array(bytes)]), 'x.png');
        return body;
      },
      action: 'media.create',
      after: true,
    },
    'PUT /api/admin/media/:id/crops': {
      path: async () =>
        `/api/admin/media/${(await api.db.selectFrom('media').select('id').executeTakeFirst())?.id}/crops`,
      json: { version: 0, crops: { wide: null, square: null, portrait: null } },
      action: 'media.crop',
      before: true,
      after: true,
    },
    'POST /api/admin/media/encoding': { json: { action: 'pause' }, action: 'media.encoding-pause', after: true },
    'POST /api/admin/portfolio/uploads/:id/finish': {
      path: async () => {
        made.upload ??= await sendPicture();
        return `/api/admin/portfolio/uploads/${made.upload}/finish`;
      },
      json: {},
      action: 'portfolio.create',
      after: true,
    },
    'POST /api/remotes/:name/deploy-tokens': {
      path: () => '/api/remotes/other/deploy-tokens',
      action: 'deploy-tokens.create',
      after: true,
    },
    'DELETE /api/remotes/:name/deploy-tokens/:id': {
      path: () => `/api/remotes/other/deploy-tokens/${made.token}`,
      action: 'deploy-tokens.revoke',
      before: true,
    },
    'POST /api/remotes/:name/releases': {
      path: () => '/api/remotes/team/releases',
      headers: deployToken,
      body: async () => new Uint8Array(await packRelease(release)),
      by: 'deploy token of Asha Admin',
      action: 'releases.publish',
      after: true,
    },
    'PUT /api/remotes/:name/channels/:channel': {
      path: () => '/api/remotes/team/channels/live',
      json: () => ({ version: made.version, reason: 'a test says so', expected: NEVER_PROMOTED }),
      action: 'releases.promote',
      after: true,
    },
    'DELETE /api/remotes/:name/channels/:channel': {
      path: () => `/api/remotes/team/channels/next?expected=${NEVER_PROMOTED}`,
      headers: async () => {
        const target = { version: made.version ?? '', moved_at: new Date(), automatic: false };
        await api.db
          .insertInto('channels')
          .values({ remote: 'team', channel: 'next', ...target })
          .onConflict((row) => row.doNothing())
          .execute();
        return {};
      },
      action: 'releases.remove-channel',
      before: true,
    },
    'POST /api/admin/me/second-factor/totp': { action: 'second-factor.start' },
    'POST /api/admin/me/second-factor/totp/confirm': {
      json: () => ({ code: totpCode(made.totpKey ?? '', Date.now() / 1000) }),
      action: 'second-factor.add',
      after: true,
    },
    'POST /api/admin/me/second-factor/recovery-codes': { action: 'second-factor.renew-codes' },
    'POST /api/admin/auth/second-factor': {
      json: async () => {
        await startStep('/api/admin/auth/login', { email: USERS.admin.email, password: PASSWORD }, {});
        return { method: 'recovery-code', code: made.recoveryCode };
      },
      headers: stepCookie,
      by: USERS.admin.name,
      action: 'auth.login',
    },
    'PUT /api/admin/security': {
      json: { isSecondFactorRequired: false },
      action: 'security.update',
      before: true,
      after: true,
    },
    'POST /api/admin/me/passkeys': {
      json: async () => {
        const { options } = await startStep('/api/admin/me/passkeys/options', undefined, { cookie });
        return {
          name: 'A key',
          response: authenticator.create({ ...site, challenge: options.challenge }, options.user.id),
        };
      },
      headers: async () => ({ cookie: `${cookie}; ${made.step}` }),
      action: 'second-factor.add',
      after: true,
    },
    'PUT /api/admin/me/passkeys/:id': {
      path: () => `/api/admin/me/passkeys/${made.passkey}`,
      json: { name: 'My key' },
      action: 'second-factor.rename',
      before: true,
      after: true,
    },
    'POST /api/admin/auth/passkey': {
      json: async () => {
        await startStep('/api/admin/auth/login', { email: USERS.admin.email, password: PASSWORD }, {});
        const { options } = await startStep('/api/admin/auth/passkey/options', undefined, await stepCookie());
        return { response: authenticator.get({ ...site, challenge: options.challenge }) };
      },
      headers: stepCookie,
      by: USERS.admin.name,
      action: 'auth.login',
    },
    'DELETE /api/admin/me/passkeys/:id': {
      path: () => `/api/admin/me/passkeys/${made.passkey}`,
      action: 'second-factor.remove',
      before: true,
    },
    'DELETE /api/admin/me/second-factor/totp': { action: 'second-factor.remove', before: true },
    'DELETE /api/admin/users/:id/second-factor': {
      path: async () => {
        const editor = api.db.selectFrom('users').select('id').where('email', '=', USERS.editor.email);
        return `/api/admin/users/${(await editor.executeTakeFirstOrThrow()).id}/second-factor`;
      },
      action: 'users.reset-second-factor',
      before: true,
      after: true,
    },
  };
  /** A report is itself an entry of a log that anyone may add to; what it leads to (a withdrawal) is in the audit. */
  const NOT_AUDITED = [
    'POST /api/composition/reports',
    // An unfinished upload is of no use to anyone but its owner; what it becomes is audited when it ends.
    'POST /api/admin/portfolio/uploads',
    'PATCH /api/admin/portfolio/uploads/:id',
    'DELETE /api/admin/portfolio/uploads/:id',
    // The challenge of one browser, for ten minutes; what follows from it is audited.
    'POST /api/admin/auth/passkey/options',
    'POST /api/admin/me/passkeys/options',
    // A signed cookie of one browser; the release keeps when its last preview began.
    'POST /api/preview',
    // Visitors do not see drafts; each is a revision with its author.
    'POST /api/admin/documents',
    'PUT /api/admin/documents/:entity/:id',
    'DELETE /api/admin/documents/:entity/:id/draft',
    'POST /api/admin/revisions/:id/restore',
    // Reads only.
    'POST /api/admin/site-preview',
  ];

  /** A digest of every table but the counters of attempts, which count failures too. */
  async function everything(): Promise<string> {
    // That a deploy token was shown is a fact, whatever became of the request.
    await api.db.updateTable('deploy_tokens').set({ last_used_at: null }).execute();
    // So is that a photo was sent again, whose term then begins anew.
    await api.db
      .updateTable('photos_awaiting_use')
      .set({ due_at: new Date(0) })
      .execute();
    const { rows: tables } = await sql<{ name: string }>`select tablename::text as name from pg_tables
      where schemaname = current_schema() and tablename not like 'godhuli\\_migration%' order by name`.execute(api.db);
    const digests = tables
      .filter(({ name }) => !LEFT_OUT_TABLES.includes(name))
      .map(
        ({ name }) => sql`select ${name} as table, count(*) as rows,
          md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as digest from ${sql.table(name)} t`,
      );
    const { rows } = await sql`${sql.join(digests, sql` union all `)} order by 1`.execute(api.db);
    const hidden = await api.db.selectFrom('sessions').select('token_hash').orderBy('id').execute();
    const links = await api.db.selectFrom('password_resets').select('token_hash').execute();
    return JSON.stringify([rows, hidden, links], null, 1);
  }
  const entries = () => api.db.selectFrom('audit').selectAll().orderBy('id').execute();

  async function send(route: string, write: Write, session: string, more: object = {}) {
    const [method = '', pattern = ''] = route.split(' ');
    const json = typeof write.json === 'function' ? await write.json() : write.json;
    const path = (await write.path?.()) ?? pattern;
    const isStaff = write.by === undefined || write.ownSession !== undefined;
    const headers = { ...(isStaff ? { cookie: session, origin: SITE } : {}), ...(await write.headers?.()) };
    if (!write.body) {
      return api.call(method, path, { headers, ...(json ? { json: { ...json, ...more } } : {}) });
    }
    return api.app.request(path, { method, headers, body: await write.body() }, { clientIp: '192.0.2.1' });
  }

  /** From now on no transaction that adds to the audit can be committed. */
  const spoilAudit = async () => {
    await sql`create or replace function spoil() returns trigger language plpgsql as
      $$ begin raise exception 'the audit cannot be written'; end $$`.execute(api.db);
    await sql`create constraint trigger spoil after insert on audit deferrable initially deferred
      for each row execute function spoil()`.execute(api.db);
  };
  const mendAudit = () => sql`drop trigger spoil on audit`.execute(api.db);

  it('is known here', () => {
    const unsafe = routeAccess(api.app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    const live = unsafe.map(({ method, path }) => `${method} ${path}`).sort();
    expect([...Object.keys(WRITES), ...NOT_AUDITED].sort()).toEqual(live);
  });

  it('each write refuses unknown fields, stores nothing without its audit entry, and has exactly one entry', async () => {
    const wrong: string[] = [];
    let surplus = 0;
    for (const [route, write] of Object.entries(WRITES)) {
      const session = write.ownSession ? await api.cookieOf(write.ownSession) : cookie;
      await write.headers?.();
      if (typeof write.json === 'function') await write.json();
      const before = await everything();
      if (write.json) {
        const refused = await send(route, write, session, { surplus: 1 });
        const { errors } = await jsonOf(refused);
        if (refused.status !== 422 || errors?.[0]?.field !== 'surplus') wrong.push(`${route} takes a surplus field`);
        surplus += 1;
      }
      await spoilAudit();
      const failed = await send(route, write, session);
      await failed.body?.cancel();
      await mendAudit();
      if (failed.status !== 500) wrong.push(`${route} without its entry: ${failed.status}`);
      if ((await everything()) !== before) wrong.push(`${route} leaves something behind`);
      const known = (await entries()).length;
      const response = await send(route, write, session);
      const text = await response.text();
      if (!response.ok) wrong.push(`${route}: ${response.status} ${text.slice(0, 300)}`);
      const added = (await entries()).slice(known);
      const shown = added.map(({ user_name, network, action, before, after }) => [
        ...[user_name.replace(/ \d+/, ''), network, action, before !== null, after !== null],
      ]);
      const expected = [
        ...[write.by ?? USERS.admin.name, '192.0.2.1', write.action, write.before ?? false, write.after ?? false],
      ];
      if (JSON.stringify(shown) !== JSON.stringify([expected])) wrong.push(`${route}: ${JSON.stringify(shown)}`);
      remember(route, text);
    }
    expect(wrong).toEqual([]);
    process.stdout.write(
      `${engine}: ${Object.keys(WRITES).length} writes, 1 entry each; ${surplus} surplus fields refused\n`,
    );
  });

  /** What later writes need of an answer. */
  function remember(route: string, text: string) {
    const kind =
      /^POST \/api\/(content|services|portfolio|inquiries|bookings|cities|crews|albums|reply-templates|admin\/videos)$/.exec(
        route,
      )?.[1];
    if (kind) made[kind] = JSON.parse(text)._id;
    if (route === 'POST /api/calendar/feeds') made.feed = JSON.parse(text)._id;
    if (route === 'POST /api/clients/:id/entries') made.entry = JSON.parse(text)._id;
    if (route === 'POST /api/clients/:id/files') made.file = JSON.parse(text)._id;
    if (route === 'POST /api/clients/:id/tasks') made.task = JSON.parse(text)._id;
    if (route === 'POST /api/admin/me/second-factor/totp') made.totpKey = JSON.parse(text).key;
    if (route.endsWith('/recovery-codes')) made.recoveryCode = JSON.parse(text).recoveryCodes[0];
    if (route === 'POST /api/admin/me/passkeys') made.passkey = JSON.parse(text).passkey._id;
    if (route === 'POST /api/admin/schedules') made.schedule = JSON.parse(text)._id;
    if (route === 'POST /api/inquiries/views') made.view = JSON.parse(text)._id;
    if (route === 'POST /api/admin/users') made.user = JSON.parse(text).user._id;
    if (route.endsWith('/reset-link')) made.resetToken = JSON.parse(text).path.split('#')[1];
    if (route === 'POST /api/remotes/:name/deploy-tokens') made.token = JSON.parse(text)._id;
    if (route === 'POST /api/remotes/:name/releases') made.version = JSON.parse(text).version;
  }

  it('logins and refusals are noted too: wrong password, too many, and a role that may not', async () => {
    const login = (address: string) =>
      api.call('POST', '/api/admin/auth/login', { json: { email: USERS.admin.email, password: 'wrong' }, address });
    const known = (await entries()).length;
    for (let attempt = 0; attempt < 8; attempt += 1) await login('203.0.113.5');
    await api.as('editor')('GET', '/api/admin/users', { address: '203.0.113.6' });
    const page = auditPageSchema.parse(await (await api.as('admin')('GET', '/api/admin/audit?limit=200')).json());
    const added = page.entries
      .slice(0, page.entries.length - known)
      .map((entry) => [...[entry.by, entry.network, entry.action, entry.entityId]]);
    const admin = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS.admin.email)
      .executeTakeFirst();
    expect(added).toEqual([
      [USERS.editor.name, '203.0.113.6', 'access.refused', 'GET /api/admin/users'],
      ['unknown visitor', '203.0.113.5', 'auth.too-many-attempts', ''],
      ...Array(5).fill(['unknown visitor', '203.0.113.5', 'auth.refused', admin?.id]),
    ]);
  });

  it('ids of another kind, malformed and unknown find nothing: no 5xx, no leak, no change', async () => {
    const kinds = [
      'content',
      'services',
      'portfolio',
      'inquiries',
      'bookings',
      'cities',
      'crews',
      'users',
      'deploy_tokens',
      'audit',
      'albums',
      'videos',
    ];
    const highest = async (table: string) =>
      (await sql<{ id: string }>`select max(id)::text as id from ${sql.table(table)}`.execute(api.db)).rows[0]?.id ??
      '';
    // Ids far apart, so that one of another kind is never by accident one of this kind.
    for (const [index, table] of kinds.entries()) {
      await sql`alter table ${sql.table(table)} alter column id restart with ${sql.lit((index + 1) * 1_000_000)}`.execute(
        api.db,
      );
    }
    const staff = api.as('admin');
    await staff('POST', '/api/content', { json: { section: 'hero', key: 'other', value: 'x' } });
    await staff('POST', '/api/services', { json: { title: 'x' } });
    await staff('POST', '/api/portfolio', { json: { title: 'x', category: 'wedding' } });
    await staff('POST', '/api/albums', { json: { title: 'x', category: 'wedding' } });
    await staff('POST', '/api/admin/videos', { json: { title: 'x', category: 'wedding' } });
    await api.call('POST', '/api/inquiries', { json: { name: 'x', eventType: 'other' }, address: '203.0.113.9' });
    const day = { startsOn: '2031-01-01', endsBefore: '2031-01-02' };
    await staff('POST', '/api/bookings', {
      json: { kind: 'hold', title: 'x', cityId: '1', heldUntil: '2031-01-01', ...day },
    });
    await staff('POST', '/api/cities', { json: { name: 'x', capacity: 1 } });
    await staff('POST', '/api/crews', { json: { name: 'x' } });
    await staff('POST', '/api/admin/users', { json: { email: 'x@example.com', name: 'x', role: 'editor' } });
    await staff('POST', '/api/remotes/other/deploy-tokens');
    const foreign = await Promise.all(kinds.map(async (kind) => [kind, await highest(kind)] as const));
    const MALFORMED = [
      '0',
      '-1',
      '1.5',
      '1e3',
      'x',
      '9'.repeat(18),
      '9'.repeat(40),
      '%00',
      '1%00',
      '%F0%9F%92%A5',
      "1'--",
      '..%2f..',
      '%ff',
      '[object Object]',
      'a'.repeat(64),
      '__proto__',
    ];
    const before = await everything();
    const wrong: string[] = [];
    let tried = 0;
    const routes = routeAccess(api.app).filter(
      ({ path }) => path.includes(':') && path !== '/api/portfolio/:category' && path !== '/api/content/:section',
    );
    for (const { method, path, rule } of routes) {
      const own = path.startsWith('/api/admin/portfolio/:id')
        ? 'portfolio'
        : path.includes('/albums/')
          ? 'albums'
          : path.includes('/videos/')
            ? 'videos'
            : path.split('/')[2] === 'admin'
              ? 'users'
              : path.includes('deploy-tokens')
                ? 'deploy_tokens'
                : path.split('/')[2];
      const others = foreign.filter(([kind]) => kind !== own).map(([, other]) => other);
      const write = WRITES[`${method} ${path}`];
      const json = typeof write?.json === 'function' ? await write.json() : write?.json;
      for (const bad of [...others, ...MALFORMED]) {
        const address = path.replace(/:\w+(\{[^}]*\})?/g, bad);
        const headers = rule === 'deploy-token' ? await deployToken() : { cookie, origin: SITE };
        const response = await api.call(method, address, { headers, ...(json ? { json } : {}) });
        const text = await response.text();
        tried += 1;
        const isList = method === 'GET' && path.startsWith('/api/remotes/:name') && response.status === 200;
        if (isList ? text !== '[]' : ![400, 401, 403, 404, 415, 422].includes(response.status))
          wrong.push(`${method} ${address}: ${response.status} ${text.slice(0, 120)}`);
        if (/syntax|relation|bigint|constraint|node_modules|\.ts\b|\.js:|at \w+ \(/i.test(text))
          wrong.push(`${method} ${address} leaks ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await everything()).toBe(before);
    process.stdout.write(
      `${engine}: ${tried} requests with ids of another kind, malformed or unknown: 0 of 5xx, 0 leaks\n`,
    );
  });
});
