import { isDeepStrictEqual } from 'node:util';
import type { CalendarImportResult, calendarImportSchema } from '@godhuli/contracts/calendar';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict } from '../../http/errors.js';
import { addAuditEntry, requireActor } from '../audit/index.js';
import { ERASED } from '../clients/index.js';
import { type BookingRow, updateBooking } from './bookings.queries.js';
import type { Planner } from './bookings.service.js';
import { occupyLockedDays } from './capacity.js';
import { type FileEvent, type LineError, readIcs } from './ics-events.js';

type Input = z.output<typeof calendarImportSchema>;

/** Ends the transaction of a preview, which must not store anything. */
class PreviewEnd extends Error {
  constructor(readonly result: CalendarImportResult) {
    super('preview');
  }
}

/**
 * Adds the events of an iCalendar file as bookings, all in one transaction. Events are recognised by their UID, so the same
 * file can be imported again: it changes what changed in the file and adds nothing twice. Times and places that staff changed
 * stay as long as they are on the booking's days. An event with an error, or on a day that is not free, is left out and
 * reported with its line. A preview does the same and stores nothing.
 */
export async function importIcs(db: Kysely<Database>, actor: Planner, input: Input): Promise<CalendarImportResult> {
  const { events, errors } = readIcs(input.file);
  const run = db.transaction().execute(async (transaction) => {
    // Another import of the same file adds the UIDs that this one looks for.
    await lockUntilCommit(transaction, 'import of a calendar file');
    await requireActor(transaction, actor);
    await requireTarget(transaction, input);
    const result = await storeEvents(transaction, actor, input, events, errors);
    if (input.isPreview) throw new PreviewEnd(result);
    const count = (kind: string) => result.events.filter((event) => event.result === kind).length;
    const after = { added: count('new'), changed: count('changed'), errors: result.errors.length };
    await addAuditEntry(transaction, actor, 'bookings.import', { entityId: 'ICS', before: null, after });
    return result;
  });
  return run.catch((error: unknown) => {
    if (error instanceof PreviewEnd) return error.result;
    throw error;
  });
}

async function requireTarget(transaction: Transaction<Database>, { cityId, crewId }: Input): Promise<void> {
  const has = async (table: 'cities' | 'crews', id: string) =>
    (await transaction.selectFrom(table).select('id').where('id', '=', id).where('archived_at', 'is', null).execute())
      .length > 0;
  if (!(await has('cities', cityId))) throw new BadInput([{ field: 'cityId', message: 'Please choose a city.' }]);
  if (crewId !== null && !(await has('crews', crewId)))
    throw new BadInput([{ field: 'crewId', message: 'Please choose a crew.' }]);
}

async function storeEvents(
  transaction: Transaction<Database>,
  actor: Planner,
  input: Input,
  events: readonly FileEvent[],
  readErrors: readonly LineError[],
): Promise<CalendarImportResult> {
  const errors = [...readErrors];
  const results: CalendarImportResult['events'] = [];
  const stored = await lockByUid(transaction, events);
  // Days are locked in their order, as every booking does.
  const inOrder = [...events].sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  await lockAllDays(
    transaction,
    inOrder.map((event) => ({ ...event, cityId: stored.get(event.uid)?.city_id ?? input.cityId })),
  );
  for (const event of inOrder) {
    try {
      const result = await storeEvent(transaction, actor, input, event, stored.get(event.uid));
      const { line, title, startsOn, endsBefore } = event;
      if (result !== null) results.push({ line, title, startsOn, endsBefore, result });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      errors.push({ line: event.line, message: error.detail });
    }
  }
  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  return { events: results.sort(byLine), errors: errors.sort(byLine) };
}

type ImportedRow = BookingRow & { is_of_erased: boolean };

async function lockByUid(
  transaction: Transaction<Database>,
  events: readonly FileEvent[],
): Promise<Map<string, ImportedRow>> {
  const uids = events.map(({ uid }) => uid);
  const rows = await transaction
    .selectFrom('bookings')
    .selectAll()
    .select(sql<null>`null`.as('is_due'))
    .select(
      sql<boolean>`(
        exists (select from inquiries where inquiries.id = bookings.inquiry_id and anonymised_at is not null)
        or exists (select from clients where clients.id = bookings.client_id and erased_at is not null))`.as(
        'is_of_erased',
      ),
    )
    .where(sql<boolean>`uid = any(${uids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.uid, row]));
}

/** Creates and locks the days of all events, in their order. */
async function lockAllDays(
  transaction: Transaction<Database>,
  events: readonly (FileEvent & { cityId: string })[],
): Promise<void> {
  const starts = events.map((event) => event.startsOn);
  const ends = events.map((event) => event.endsBefore);
  const cities = events.map((event) => event.cityId);
  const days = sql`
    select distinct starts + n as day, city
    from unnest(${starts}::date[], ${ends}::date[], ${cities}::bigint[]) as event (starts, ends, city),
      generate_series(0, ends - starts - 1) n`;
  await sql`
    insert into calendar_days (day, city_id) select day, city from (${days}) as wanted order by day, city
    on conflict do nothing`.execute(transaction);
  await sql`
    select from calendar_days where (day, city_id) in (${days}) order by day, city_id for update`.execute(transaction);
}

async function storeEvent(
  transaction: Transaction<Database>,
  actor: Planner,
  { cityId, crewId }: Input,
  event: FileEvent,
  row: ImportedRow | undefined,
): Promise<'new' | 'changed' | 'unchanged' | null> {
  const { uid, startsOn, endsBefore, isCancelled } = event;
  const days = { starts_on: startsOn, ends_before: endsBefore };
  // The file still names an erased client: only its days count. The title also tells while the erasure is being committed.
  const kept = row?.is_of_erased || row?.title === ERASED ? { title: row.title, ceremonies: [] } : event;
  const { title } = kept;
  const fromFile = kept.ceremonies.map((each) => ({ ...each, id: 'imported' }));
  const times = { ceremonies: JSON.stringify(fromFile), imported_ceremonies: JSON.stringify(fromFile) };
  if (!row) {
    if (isCancelled) return null;
    await occupyLockedDays(transaction, { id: null, kind: 'booking', city_id: cityId, crew_id: crewId, ...days });
    const values = { ...days, uid, title, kind: 'booking', city_id: cityId, crew_id: crewId } as const;
    await transaction
      .insertInto('bookings')
      .values({ ...values, ...times, created_by: actor.name })
      .execute();
    return 'new';
  }
  // What staff deleted here stays deleted.
  if (row.deleted_at !== null || row.kind !== 'booking') return 'unchanged';
  if (isCancelled) {
    await updateBooking(transaction, row.id, { deleted_at: sql<Date>`now()` as never });
    return 'changed';
  }
  const isMoved = row.starts_on !== startsOn || row.ends_before !== endsBefore;
  const isWithin = row.ceremonies.every(({ day }) => day >= startsOn && day < endsBefore);
  const isOfStaff = !isDeepStrictEqual(row.ceremonies, row.imported_ceremonies);
  // An event without a time, as in our own subscription, does not remove one.
  const keepsTimes = isWithin && (isOfStaff || fromFile.length === 0);
  const isSame = row.title === title && !isMoved && (keepsTimes || isDeepStrictEqual(row.ceremonies, fromFile));
  if (isSame) return 'unchanged';
  if (isMoved) await occupyLockedDays(transaction, { ...row, ...days });
  await updateBooking(transaction, row.id, { ...days, title, ...(keepsTimes ? {} : times) });
  return 'changed';
}
