import type { Album, GalleryPage, Story } from '@godhuli/contracts/albums';
import type { Film, StaffFilm } from '@godhuli/contracts/films';
import type { PhotoPage, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { jsonOf, type TestApp, testApp } from './testing/test-app.js';
import { engines } from './testing/test-database.js';

jest.setTimeout(120_000);

const TOO_LONG = 'Please use at most 120 characters.';
const EMPTY = { title: '', description: '', place: '', alt: '' };

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let esha: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    esha = api.as('editor');
  });
  afterAll(() => api.close());

  const read = async <T>(path: string): Promise<T> => jsonOf(await api.call('GET', path));
  const photo = (slug: string, locale: string) => read<PhotoPage>(`/api/translations/${locale}/photos/${slug}`);
  const saved = async <T>(response: Response): Promise<T> => {
    expect({ status: response.status, text: await response.clone().text() }).toMatchObject({ status: 200 });
    return jsonOf(response);
  };
  const addPhoto = async (json: object): Promise<StaffPortfolioItem> =>
    jsonOf(await esha('POST', '/api/portfolio', { json: { category: 'wedding', ...json } }));
  const putPhoto = (id: string, json: object) => esha('PUT', `/api/portfolio/${id}`, { json });
  const fieldsOf = async (response: Response) => {
    expect(response.status).toBe(422);
    const { errors } = (await jsonOf(response)) as { errors: { field: string; message: string }[] };
    return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
  };

  it('LANG-11 a photo is shown in its language, and in English where a text is missing', async () => {
    const translations = { mr: { title: 'दिवे', place: 'पैठण' } };
    const made = await addPhoto({ title: 'Lamps', place: 'Paithan', description: 'Four hundred.', translations });
    expect(made.translations).toEqual({ mr: { ...EMPTY, title: 'दिवे', place: 'पैठण' }, hi: EMPTY });
    expect((await photo('lamps', 'mr')).item).toMatchObject({
      ...{ title: 'दिवे', place: 'पैठण', description: 'Four hundred.' },
    });
    expect((await photo('lamps', 'hi')).item.title).toBe('Lamps');
    const english = await read<PhotoPage>('/api/photos/lamps');
    expect(english.item).not.toHaveProperty('translations');
    expect(english.item.title).toBe('Lamps');
    expect((await api.call('GET', '/api/translations/en/photos/lamps')).status).toBe(404);
    expect((await api.call('GET', '/api/translations/mr/photos/none')).status).toBe(404);
    const gallery = await read<GalleryPage>('/api/translations/mr/gallery/wedding');
    expect(gallery.photos.map(({ title }) => title)).toContain('दिवे');
    await esha('DELETE', `/api/portfolio/${made._id}`);
    expect((await api.call('GET', '/api/translations/mr/photos/lamps')).status).toBe(404);
    await esha('POST', `/api/portfolio/${made._id}/restore`);
    expect((await photo('lamps', 'mr')).item.title).toBe('दिवे');
  });

  it('LANG-11 the alternative text and the neighbours are translated, also in hero and highlights', async () => {
    const [first] = await read<{ _id: string; title: string }[]>('/api/hero');
    const translations = { hi: { title: 'गोधूलि', alt: 'मंडप' } };
    await saved(await putPhoto(String(first?._id), { translations }));
    const hero = await read<{ title: string; media: { alt: string } }[]>('/api/translations/hi/hero');
    expect(hero[0]).toMatchObject({ title: 'गोधूलि', media: { alt: 'मंडप' } });
    const highlights = await read<{ title: string }[]>('/api/translations/hi/highlights');
    expect(highlights.map(({ title }) => title)).toContain('गोधूलि');
    const { next } = await photo('lamps-at-the-wada', 'hi').then(({ previous }) => ({ next: previous }));
    expect(next?.title).toBe('गोधूलि');
  });

  it('LANG-11 a save changes and invalidates only what it names; audit log and history have it', async () => {
    const { _id } = await addPhoto({ title: 'Rain', translations: { mr: { title: 'पाऊस', place: 'पुणे' } } });
    const response = await putPhoto(_id, { translations: { mr: { place: '' }, hi: { title: 'बारिश' } } });
    expect(response.headers.get('surrogate-purge')?.split(' ').slice(1)).toEqual(['portfolio']);
    const after = await saved<StaffPortfolioItem>(response);
    expect(after.translations).toEqual({ mr: { ...EMPTY, title: 'पाऊस' }, hi: { ...EMPTY, title: 'बारिश' } });
    const { entries } = await jsonOf(await esha('GET', `/api/admin/portfolio/${_id}/history`));
    expect(entries[0].changes).toEqual([
      { field: 'mr.place', from: 'पुणे', to: '' },
      { field: 'hi.title', from: '', to: 'बारिश' },
    ]);
    const audit = await jsonOf(await api.as('admin')('GET', '/api/admin/audit?action=portfolio.update&limit=1'));
    expect(audit.entries[0].after.translations.hi.title).toBe('बारिश');
    // The whole item can be sent back.
    expect((await putPhoto(_id, after)).status).toBe(200);
  });

  it('LANG-11 a translation is marked when its English text has changed since, until it is written again', async () => {
    const { _id } = await addPhoto({ title: 'Dusk', place: 'Pune', translations: { mr: { title: 'सांज' } } });
    const change = async (json: object) =>
      (await saved<StaffPortfolioItem>(await putPhoto(_id, json))).changedInEnglish;
    expect(await change({ place: 'Nashik' })).toEqual({ mr: [], hi: [] });
    expect(await change({ title: 'Late dusk', translations: { mr: { title: 'सांज' } } })).toEqual({
      ...{ mr: ['title'], hi: [] },
    });
    const bulk = { items: [{ id: _id, version: 3 }], action: 'change', change: { titlePattern: 'Dusk' } };
    const { changed } = await jsonOf(await esha('POST', '/api/portfolio/bulk', { json: bulk }));
    expect(changed[0]).toMatchObject({ title: 'Dusk', changedInEnglish: { mr: [], hi: [] } });
    await change({ title: 'Late dusk' });
    expect(await change({ translations: { mr: { title: 'उशिराची सांज' } } })).toEqual({ mr: [], hi: [] });
  });

  it('LANG-11 bad texts are refused by field and language; another version than the stored one conflicts', async () => {
    const made = await addPhoto({ title: 'Gate' });
    const long = 'क'.repeat(121);
    const bad = { mr: { title: long, alt: 'a\u0000' }, hi: { place: long, name: 'x' }, en: {} };
    expect(await fieldsOf(await putPhoto(made._id, { translations: bad }))).toEqual({
      'translations.mr.title': TOO_LONG,
      'translations.mr.alt': 'This text contains a character that cannot be displayed.',
      'translations.hi.place': TOO_LONG,
      'translations.hi.name': 'Unknown field.',
      'translations.en': 'Unknown field.',
    });
    const changed = await putPhoto(made._id, { changedInEnglish: { mr: ['title'], hi: [] } });
    expect(await fieldsOf(changed)).toEqual({ changedInEnglish: 'This field cannot be changed.' });
    await saved(await putPhoto(made._id, { version: 1, translations: { mr: { title: 'दार' } } }));
    const late = await putPhoto(made._id, { version: 1, translations: { mr: { title: 'दरवाजा' } } });
    expect(late.status).toBe(409);
    expect((await jsonOf(late)).current.translations.mr.title).toBe('दार');
    expect((await api.call('PUT', `/api/portfolio/${made._id}`, { json: { translations: {} } })).status).toBe(401);
  });

  it('LANG-11 a story is shown with its sections, photos and films in the language', async () => {
    const made = await addPhoto({ title: 'Haldi bowl', translations: { mr: { title: 'हळदीची वाटी' } } });
    const film: StaffFilm = await jsonOf(
      await esha('POST', '/api/admin/videos', {
        json: {
          ...{ title: 'The film', category: 'wedding', linkUrl: 'https://youtu.be/abcdefghijk', published: true },
          translations: { mr: { title: 'फिल्म', description: 'दहा मिनिटे.' } },
        },
      }),
    );
    const sections = [
      {
        ...{ title: 'Haldi', text: 'Turmeric.', entries: [{ photoId: made._id }, { filmId: film._id }] },
        translations: { mr: { title: 'हळदी' } },
      },
      { title: 'Pheras', entries: [{ photoId: made._id }], translations: { mr: { title: 'फेरे' } } },
    ];
    const translations = { mr: { title: 'लग्न', client: 'प्रिया', place: 'पुणे' } };
    const input = { title: 'A wedding', client: 'Priya', category: 'wedding', published: true, sections, translations };
    const album: Album = await jsonOf(await esha('POST', '/api/albums', { json: input }));
    const story = await read<Story>('/api/translations/mr/albums/a-wedding');
    expect(story).toMatchObject({ title: 'लग्न', client: 'प्रिया', place: 'पुणे' });
    expect(story.sections.map(({ title, text }) => [title, text])).toEqual([
      ['हळदी', 'Turmeric.'],
      ['फेरे', ''],
    ]);
    expect(story.sections[0]?.entries).toMatchObject([
      { photo: { title: 'हळदीची वाटी' } },
      { film: { title: 'फिल्म', description: 'दहा मिनिटे.' } },
    ]);
    expect((await read<Story>('/api/translations/hi/albums/a-wedding')).sections[0]?.title).toBe('Haldi');
    expect(await read<Film>('/api/translations/mr/films/the-film')).toMatchObject({ title: 'फिल्म' });
    const gallery = await read<GalleryPage>('/api/translations/mr/gallery/all');
    expect(gallery.stories.at(-1)?.title).toBe('लग्न');
    expect(gallery.films[0]?.title).toBe('फिल्म');
    const [haldi, pheras] = album.sections;
    const moved = [pheras, { ...haldi, title: 'Haldi morning' }];
    const after = await saved<Album>(
      await esha('PUT', `/api/albums/${album._id}`, { json: { ...album, sections: moved } }),
    );
    // The translations moved with their sections, and the second one shows that its English text has changed.
    expect(after.sections.map((each) => [each.translations.mr.title, each.changedInEnglish.mr])).toEqual([
      ['फेरे', []],
      ['हळदी', ['title']],
    ]);
    const longText = {
      ...album,
      version: 2,
      sections: [{ title: 'A', translations: { hi: { text: 'क'.repeat(5001) } } }],
    };
    expect(await fieldsOf(await esha('PUT', `/api/albums/${album._id}`, { json: longText }))).toEqual({
      'sections.0.translations.hi.text': 'Please use at most 5000 characters.',
    });
  });

  it('LANG-11 sections keep their translations when they move, and when an edit does not name them', async () => {
    const haldi = { title: 'Haldi', text: 'Turmeric.', translations: { mr: { title: 'हळदी' } } };
    const bowl = { title: 'Bowl', text: 'Brass.', translations: { mr: { title: 'हळदी', text: 'पितळ' } } };
    const input = { title: 'Two bowls', category: 'wedding', sections: [haldi, bowl] };
    const album: Album = await jsonOf(await esha('POST', '/api/albums', { json: input }));
    const put = async (sections: object[]) => {
      const after = await saved<Album>(await esha('PUT', `/api/albums/${album._id}`, { json: { sections } }));
      return after.sections.map((each) => [each.title, each.translations.mr, each.changedInEnglish.mr]);
    };
    const shown = [
      ['Bowl', { title: 'हळदी', text: 'पितळ' }, []],
      ['Haldi', { title: 'हळदी', text: '' }, []],
    ];
    // The same word in two sections translates the title of each.
    expect(await put([...album.sections].reverse())).toEqual(shown);
    // An older portal knows no translations.
    const older = [...album.sections].reverse().map(({ title, text }) => ({ title, text }));
    expect(await put(older)).toEqual(shown);
    expect(await put([{ title: 'Bowl', text: 'Of brass.' }])).toEqual([
      ['Bowl', { title: 'हळदी', text: 'पितळ' }, ['text']],
    ]);
    expect(await put([{ title: 'Bowl', text: '', translations: { mr: { text: '' } } }])).toEqual([
      ['Bowl', { title: 'हळदी', text: '' }, []],
    ]);
    expect(await put([{ title: 'Pheras' }])).toEqual([['Pheras', { title: '', text: '' }, []]]);
  });

  it('LANG-11 a translation without a visible character is none', async () => {
    const translations = { mr: { title: '\u200b\u2060', alt: '\u3164' } };
    const made = await addPhoto({ title: 'Visible', translations });
    expect(made.translations.mr).toEqual(EMPTY);
    await saved(await putPhoto(made._id, { translations }));
    expect((await photo('visible', 'mr')).item.title).toBe('Visible');
  });

  it('LANG-11 a story with the longest texts in three languages fits into a request', async () => {
    const text = 'क'.repeat(5000);
    const section = { title: 'A', text: 'a'.repeat(5000), translations: { mr: { text }, hi: { text } } };
    const json = { title: 'Long', category: 'wedding', sections: Array(30).fill(section) };
    expect((await esha('POST', '/api/albums', { json })).status).toBe(201);
  });

  it('LANG-11 a film has texts in each language with conflict, limits and marks of its own', async () => {
    const path = '/api/admin/videos';
    const input = { title: 'Monsoon', category: 'cinematic', translations: { hi: { title: 'सावन' } } };
    const { _id }: StaffFilm = await jsonOf(await esha('POST', path, { json: input }));
    const put = (json: object) => esha('PUT', `${path}/${_id}`, { json });
    const renamed = await saved<StaffFilm>(await put({ title: 'Rain film', version: 1 }));
    expect(renamed).toMatchObject({
      translations: { mr: { title: '', description: '' }, hi: { title: 'सावन', description: '' } },
      changedInEnglish: { mr: [], hi: ['title'] },
    });
    const late = await put({ translations: { hi: { title: 'बारिश' } }, version: 1 });
    expect(late.status).toBe(409);
    expect((await jsonOf(late)).current.translations.hi.title).toBe('सावन');
    expect(await fieldsOf(await put({ translations: { mr: { title: 'क'.repeat(121) } } }))).toEqual({
      'translations.mr.title': TOO_LONG,
    });
    const done = await put({ translations: { hi: { title: 'बारिश की फ़िल्म' } } });
    expect(done.headers.get('surrogate-purge')?.split(' ').slice(1)).toEqual(['videos']);
    expect((await jsonOf(done)).changedInEnglish.hi).toEqual([]);
  });

  it('LANG-12 the sitemap has the titles of the languages that the studio offers', async () => {
    await addPhoto({ title: 'Anklets', translations: { mr: { title: 'पैंजण' } } });
    const entry = async (part: string, slug: string) =>
      (await read<{ slug: string }[]>(`/api/sitemap/${part}`)).find((each) => each.slug === slug);
    expect(await entry('photos-1', 'anklets')).toMatchObject({
      title: 'Anklets',
      titles: { mr: 'पैंजण', hi: 'Anklets' },
    });
    expect(await entry('stories-1', 'a-wedding')).toMatchObject({ titles: { mr: 'लग्न', hi: 'A wedding' } });
    expect(await entry('films-1', 'the-film')).toMatchObject({ titles: { mr: 'फिल्म', hi: 'The film' } });
    expect(await read('/api/sitemap/languages')).toEqual(['mr', 'hi']);
    await api.db.insertInto('content').values({ section: 'site', key: 'languages', value: 'en hi' }).execute();
    // Postgres tells the API of a change that another process has made, a moment later.
    while (String(await read('/api/sitemap/languages')) !== 'hi') await new Promise((next) => setTimeout(next, 20));
    expect(await entry('photos-1', 'anklets')).toMatchObject({ titles: { hi: 'Anklets' } });
    expect(JSON.stringify(await entry('stories-1', 'a-wedding'))).not.toContain('लग्न');
    await api.db.deleteFrom('content').where('section', '=', 'site').execute();
  });
});
