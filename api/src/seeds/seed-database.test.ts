import { contentEntrySchema } from '@godhuli/contracts/content';
import { studioPackageSchema } from '@godhuli/contracts/packages';
import { portfolioItemSchema, TAB_CATEGORIES } from '@godhuli/contracts/portfolio';
import { serviceSchema } from '@godhuli/contracts/services';
import { profileSchema, statSchema, testimonialSchema } from '@godhuli/contracts/studio';
import { z } from 'zod';
import { type TestApp, testApp } from '../testing/test-app.js';
import { seedDatabase } from './seed-database.js';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
}, 120_000);
afterAll(() => api.close());

const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> =>
  schema.parse(await (await api.call('GET', path)).json());

it('API-1 PUB-HERO-2 PUB-CONT-1 content is a bare list of section, key and value', async () => {
  const content = await read('/api/content', z.array(contentEntrySchema));
  const keys = content.map(({ section, key }) => `${section}.${key}`);
  expect(keys).toEqual(
    expect.arrayContaining([
      ...['hero.brand_name', 'hero.tagline', 'hero.description', 'contact.name', 'contact.phone', 'contact.location'],
      ...['contact.office_address', 'social.instagram', 'social.facebook', 'social.youtube'],
    ]),
  );
  const contact = await read('/api/content/contact', z.array(contentEntrySchema));
  expect(contact).toEqual(content.filter(({ section }) => section === 'contact'));
  expect(await read('/api/content/nothing', z.array(z.unknown()))).toEqual([]);
});

it('DATA-1 five services, each with its icon, features and photo', async () => {
  const services = await read('/api/services', z.array(serviceSchema));
  expect(services.map(({ icon }) => icon).sort()).toEqual(['Baby', 'Briefcase', 'Camera', 'Heart', 'Video']);
  for (const service of services) {
    expect(service.features.length).toBeGreaterThanOrEqual(3);
    expect(service.media?.alt).not.toBe('');
  }
});

it('DATA-1 DATA-2 PUB-PACK-1 six packages with the prices, durations and tab labels of the specification', async () => {
  const packages = await read('/api/packages', z.array(studioPackageSchema));
  expect(packages.map((each) => [each.name, each.price, each.duration, each.category, each.popular])).toEqual([
    ['Essential', '₹45,000', '6 hours', 'Wedding', false],
    ['Premium', '₹90,000', 'Full day', 'Wedding', true],
    ['Luxury', '₹1,50,000', '2 days', 'Wedding', false],
    ['Pre-Wedding Special', '₹35,000', '4 hours', 'Pre-Wedding', false],
    ['Maternity', '₹25,000', '2 hours', 'Maternity | Newborn & Family', false],
    ['Commercial', '₹40,000', '5 hours', 'Commercial', false],
  ]);
});

it('DATA-1 eight or more photos across the four categories, four of them in the hero', async () => {
  const items = await read('/api/portfolio', z.array(portfolioItemSchema));
  expect(items.length).toBeGreaterThanOrEqual(8);
  const categories = new Set(items.map(({ category }) => category));
  expect(TAB_CATEGORIES.filter((category) => !categories.has(category))).toEqual([]);
  expect(items.filter(({ hero }) => hero)).toHaveLength(4);
  expect(items.every(({ media }) => media !== null && media.alt !== '')).toBe(true);
  expect(new Set(items.map(({ title }) => title)).size).toBe(items.length);
});

it('DATA-1 PUB-HERO-3 PUB-ABOUT-2 testimonials, stats and the profile with its timeline', async () => {
  const testimonials = await read('/api/testimonials', z.array(testimonialSchema));
  expect(testimonials.map(({ rating }) => rating)).toEqual([5, 5, 4]);
  expect((await read('/api/stats', z.array(statSchema))).map(({ number, label }) => `${number} ${label}`)).toEqual([
    '500+ Happy Couples',
    '1200+ Events Covered',
    '8+ Years Experience',
    '2L+ Photos Captured',
  ]);
  const profile = await read('/api/profile', profileSchema);
  expect(profile.achievements).toHaveLength(6);
  expect(profile.since).toBe('February 2017');
  expect(profile.timeline.map(({ year }) => year)).toEqual(['2017', '2018', '2019', '2024']);
  expect(profile.portrait?.id).toMatch(/^[0-9a-f]{64}$/);
});

it('RUN-4 what staff deleted stays deleted: samples are never loaded twice', async () => {
  const before = await read('/api/services', z.array(serviceSchema));
  await api.as('editor')('DELETE', `/api/services/${before[0]?._id}`);
  expect(await seedDatabase(api.db, {} as never)).toBe(false);
  expect(await read('/api/services', z.array(serviceSchema))).toEqual(before.slice(1));
});

it('API-1 staff add, change and remove services and texts, each with an entry in the audit', async () => {
  const staff = api.as('editor');
  const made = serviceSchema.parse(await (await staff('POST', '/api/services', { json: { title: 'Aerial' } })).json());
  expect(made).toMatchObject({
    title: 'Aerial',
    description: '',
    features: [],
    image: '',
    media: null,
    icon: 'Camera',
  });
  const changed = await staff('PUT', `/api/services/${made._id}`, { json: { features: ['Drone'] } });
  expect(await changed.json()).toEqual({ ...made, features: ['Drone'] });
  expect((await read('/api/services', z.array(serviceSchema))).at(-1)).toEqual({ ...made, features: ['Drone'] });
  expect((await staff('DELETE', `/api/services/${made._id}`)).status).toBe(204);
  expect((await staff('PUT', `/api/services/${made._id}`, { json: {} })).status).toBe(404);
  const json = { section: 'hero', key: 'note', value: 'Open on Sundays' };
  const text = contentEntrySchema.parse(await (await staff('POST', '/api/content', { json })).json());
  expect((await staff('POST', '/api/content', { json })).status).toBe(409);
  await staff('PUT', `/api/content/${text._id}`, { json: { value: 'Closed' } });
  expect(await read('/api/content/hero', z.array(contentEntrySchema))).toContainEqual({ ...text, value: 'Closed' });
  const audit = await api.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(5).execute();
  expect(audit.map(({ action, before, after }) => [action, before === null, after === null])).toEqual([
    ['content.update', false, false],
    ['content.create', true, false],
    ['services.delete', false, true],
    ['services.update', false, false],
    ['services.create', true, false],
  ]);
});
