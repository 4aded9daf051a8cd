import {
  type CalendarSettings,
  type City,
  type Crew,
  type cityInputSchema,
  type cityUpdateSchema,
  type crewInputSchema,
  type crewUpdateSchema,
  MAX_CITIES,
  MAX_CREWS,
  type MuhuratYear,
  type muhuratUpdateSchema,
} from '@godhuli/contracts/calendar';
import { contentTag } from '@godhuli/server/digest';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound, StaleVersion } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';

/** Lists are short, so one transaction at a time changes them. */
const LOCK = { lock: 'calendar settings' };

const toCity = (row: Selectable<Database['cities']>): City => ({
  _id: row.id,
  name: row.name,
  capacity: row.capacity,
  isArchived: row.archived_at !== null,
});
const toCrew = (row: Selectable<Database['crews']>): Crew => ({
  _id: row.id,
  name: row.name,
  cityId: row.city_id,
  isArchived: row.archived_at !== null,
});

/** Returns all cities and crews, also archived ones, which old bookings name. */
export async function readSettings(db: Kysely<Database>): Promise<CalendarSettings> {
  const cities = await db.selectFrom('cities').selectAll().orderBy('id').execute();
  const crews = await db.selectFrom('crews').selectAll().orderBy('id').execute();
  return { cities: cities.map(toCity), crews: crews.map(toCrew) };
}

/** @throws BadInput when the name is taken; Conflict when there are too many */
export function createCity(db: Kysely<Database>, actor: Actor, input: z.output<typeof cityInputSchema>): Promise<City> {
  const work = async (transaction: Transaction<Database>) => {
    await requireRoom(transaction, 'cities', MAX_CITIES);
    await requireFreeName(transaction, 'cities', input.name);
    const after = toCity(await transaction.insertInto('cities').values(input).returningAll().executeTakeFirstOrThrow());
    return { entityId: after._id, before: null, after, result: after };
  };
  return audited(db, actor, 'cities.create', work, LOCK);
}

/** @throws NotFound; BadInput when the name is taken */
export function changeCity(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { isArchived, ...columns }: z.output<typeof cityUpdateSchema>,
): Promise<City> {
  const work = async (transaction: Transaction<Database>) => {
    const row = await transaction.selectFrom('cities').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound();
    if (columns.name !== undefined) await requireFreeName(transaction, 'cities', columns.name, id);
    const values = { name: row.name, ...columns, ...archived(isArchived) };
    const changed = transaction.updateTable('cities').set(values).where('id', '=', id);
    const after = toCity(await changed.returningAll().executeTakeFirstOrThrow());
    return { entityId: id, before: toCity(row), after, result: after };
  };
  return audited(db, actor, 'cities.update', work, LOCK);
}

/** Sets the capacity of one day in a city; null is that of the city. Bookings that are there stay. */
export function setDayCapacity(
  db: Kysely<Database>,
  actor: Actor,
  cityId: string,
  day: string,
  capacity: number | null,
) {
  return audited(db, actor, 'cities.set-day', async (transaction) => {
    const city = await transaction.selectFrom('cities').select('name').where('id', '=', cityId).executeTakeFirst();
    if (!city) throw new NotFound();
    const row = { day, city_id: cityId };
    await transaction
      .insertInto('calendar_days')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
    const at = transaction.selectFrom('calendar_days').select('capacity').where('day', '=', day);
    const before = await at.where('city_id', '=', cityId).forUpdate().executeTakeFirstOrThrow();
    await transaction
      .updateTable('calendar_days')
      .set({ capacity })
      .where('day', '=', day)
      .where('city_id', '=', cityId)
      .execute();
    const entry = (value: number | null) => ({ name: city.name, day, capacity: value });
    return {
      entityId: cityId,
      before: entry(before.capacity),
      after: entry(capacity),
      result: { day, cityId, capacity },
    };
  });
}

/** @throws BadInput when the name is taken or the city unknown; Conflict when there are too many */
export function createCrew(db: Kysely<Database>, actor: Actor, input: z.output<typeof crewInputSchema>): Promise<Crew> {
  const work = async (transaction: Transaction<Database>) => {
    await requireRoom(transaction, 'crews', MAX_CREWS);
    await requireFreeName(transaction, 'crews', input.name);
    await requireCity(transaction, input.cityId);
    const values = { name: input.name, city_id: input.cityId };
    const after = toCrew(await transaction.insertInto('crews').values(values).returningAll().executeTakeFirstOrThrow());
    return { entityId: after._id, before: null, after, result: after };
  };
  return audited(db, actor, 'crews.create', work, LOCK);
}

/** @throws NotFound; BadInput when the name is taken or the city unknown */
export function changeCrew(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { isArchived, name, cityId }: z.output<typeof crewUpdateSchema>,
): Promise<Crew> {
  const work = async (transaction: Transaction<Database>) => {
    const row = await transaction.selectFrom('crews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new NotFound();
    if (name !== undefined) await requireFreeName(transaction, 'crews', name, id);
    await requireCity(transaction, cityId ?? null);
    const values = {
      name: name ?? row.name,
      city_id: cityId === undefined ? row.city_id : cityId,
      ...archived(isArchived),
    };
    const changed = transaction.updateTable('crews').set(values).where('id', '=', id);
    const after = toCrew(await changed.returningAll().executeTakeFirstOrThrow());
    return { entityId: id, before: toCrew(row), after, result: after };
  };
  return audited(db, actor, 'crews.update', work, LOCK);
}

const archived = (isArchived: boolean | undefined) =>
  isArchived === undefined ? {} : { archived_at: isArchived ? sql<Date>`now()` : null };

async function requireRoom(transaction: Transaction<Database>, table: 'cities' | 'crews', max: number): Promise<void> {
  const { count } = await transaction
    .selectFrom(table)
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= max)
    throw new Conflict(`There are ${max} of them, which is the most. Rename one that you do not use.`);
}

async function requireFreeName(transaction: Transaction<Database>, table: 'cities' | 'crews', name: string, own = '0') {
  const taken = await transaction
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '!=', own)
    .executeTakeFirst();
  if (taken) throw new BadInput([{ field: 'name', message: 'This name is already used.' }]);
}

async function requireCity(transaction: Transaction<Database>, id: string | null): Promise<void> {
  if (id === null) return;
  const city = await transaction.selectFrom('cities').select('id').where('id', '=', id).executeTakeFirst();
  if (!city) throw new BadInput([{ field: 'cityId', message: 'Please choose a city.' }]);
}

/** Returns the muhurat dates of a year. */
export async function readMuhurats(db: Kysely<Database>, year: number): Promise<MuhuratYear> {
  const days = await ofYear(db, year);
  return { year, days, version: contentTag(JSON.stringify(days)) };
}

const ofYear = (db: Kysely<Database>, year: number) =>
  db
    .selectFrom('muhurats')
    .select(['day', 'name'])
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<', `${year + 1}-01-01`)
    .orderBy('day')
    .execute();

/** Replaces the muhurat dates of a year. @throws Conflict when they were changed since `version` was read */
export function changeMuhurats(
  db: Kysely<Database>,
  actor: Actor,
  year: number,
  { days, version }: z.output<typeof muhuratUpdateSchema>,
): Promise<MuhuratYear> {
  const errors = days.flatMap(({ day }, index) => {
    const field = `days.${index}.day`;
    if (!day.startsWith(`${year}-`)) return [{ field, message: `This date is not in ${year}.` }];
    return days.findIndex((other) => other.day === day) < index
      ? [{ field, message: 'This date is listed twice.' }]
      : [];
  });
  if (errors.length > 0) throw new BadInput(errors);
  const work = async (transaction: Transaction<Database>) => {
    const before = await readMuhurats(transaction, year);
    if (before.version !== version) {
      throw new StaleVersion('Someone else changed these dates. Compare your changes with theirs.', before, {
        entityId: String(year),
      });
    }
    const stored = transaction.deleteFrom('muhurats').where('day', '>=', `${year}-01-01`);
    await stored.where('day', '<', `${year + 1}-01-01`).execute();
    if (days.length > 0) await transaction.insertInto('muhurats').values(days).execute();
    const after = await readMuhurats(transaction, year);
    return { entityId: String(year), before: { days: before.days }, after: { days: after.days }, result: after };
  };
  return audited(db, actor, 'muhurats.update', work, LOCK);
}
