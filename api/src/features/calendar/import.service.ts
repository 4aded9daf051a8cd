import { isDeepStrictEqual } from 'node:util';
import type { CalendarImportResult, Ceremony, calendarImportSchema, ImportedEvent } from '@godhuli/contracts/calendar';
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
const MAX_ERRORS = 100;

/** Ends the transaction of a preview, which must not store anything. */
class PreviewEnd extends Error {
  constructor(readonly result: CalendarImportResult) {
    super('preview');
  }
}

/**
 * Adds the events of an iCalendar file as bookings, all in one transaction. Events are recognised by their UID, so the same
 * file can be imported again: it changes what changed in the file and adds nothing twice. What staff changed here since the last
 * import stays: a title, days or times (with places) that differ from what that import read, a booking that they deleted, and a
 * booking with work of theirs whose event is cancelled. The result says where the file has something else. Events of our own
 * subscription are skipped. An event with an error, or on a day that is not free, is left out and reported with its line. A
 * preview does the same and stores nothing.
 */
export async function importIcs(db: Kysely<Database>, actor: Planner, input: Input): Promise<CalendarImportResult> {
  const { events, errors } = readIcs(input.file);
  const run = db.transaction().execute(async (transaction) => {
    // Another import of the same file adds the UIDs that this one looks for.
    await lockUntilCommit(transaction, 'import of a calendar file');
    await requireActor(transaction, actor);
    await requireTarget(transaction, input);
    const result = await storeEvents(transaction, actor, input, events, errors);
    const shortened = { ...result, ...listed(result.errors) };
    if (input.isPreview) throw new PreviewEnd(shortened);
    const count = (kind: string) => result.events.filter((event) => event.result === kind).length;
    const kept = result.events.filter((event) => (event.kept ?? []).length > 0).length;
    const after = { added: count('new'), changed: count('changed'), kept, errors: result.errors.length };
    await addAuditEntry(transaction, actor, 'bookings.import', { entityId: 'ICS', before: null, after });
    return shortened;
  });
  return run.catch((error: unknown) => {
    if (error instanceof PreviewEnd) return error.result;
    throw error;
  });
}

/** Returns the errors to list, in the order of their lines; the last one counts those that are left out. */
function listed(errors: readonly LineError[]): Pick<CalendarImportResult, 'errors' | 'errorCount'> {
  const next = errors[MAX_ERRORS - 1];
  if (!next || errors.length === MAX_ERRORS) return { errors: [...errors] };
  const more = errors.length - MAX_ERRORS + 1;
  const last = { line: next.line, message: `${more} more errors from this line on.` };
  return { errors: [...errors.slice(0, MAX_ERRORS - 1), last], errorCount: errors.length };
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
  const isOurs = ({ uid, isOurs }: FileEvent) => isOurs || stored.has(bookingOf(uid));
  const foreign = events.filter((event) => !isOurs(event));
  for (const event of events.filter(isOurs)) results.push({ ...shown(event), result: 'unchanged', isOurs: true });
  // Days are locked in their order, as every booking does.
  const inOrder = foreign.sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  await lockAllDays(
    transaction,
    inOrder.map((event) => ({ ...event, cityId: stored.get(event.uid)?.city_id ?? input.cityId })),
  );
  for (const event of inOrder) {
    try {
      const outcome = await storeEvent(transaction, actor, input, event, stored.get(event.uid));
      if (outcome !== null) results.push({ ...shown(event), ...outcome });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      errors.push({ line: event.line, message: error.detail });
    }
  }
  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  return { events: results.sort(byLine), errors: errors.sort(byLine) };
}

const shown = ({ line, title, startsOn, endsBefore }: FileEvent) => ({ line, title, startsOn, endsBefore });

/** Returns the UID of the booking if this is that of a ceremony in our subscription. */
const bookingOf = (uid: string): string => /^[a-z0-9]{8}-(.+)$/.exec(uid)?.[1] ?? '';

type ImportedRow = BookingRow & { is_of_erased: boolean };

async function lockByUid(
  transaction: Transaction<Database>,
  events: readonly FileEvent[],
): Promise<Map<string, ImportedRow>> {
  const uids = events.flatMap(({ uid }) => [uid, bookingOf(uid)]);
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

type Outcome = Pick<ImportedEvent, 'result' | 'kept' | 'isRemoved'>;

async function storeEvent(
  transaction: Transaction<Database>,
  actor: Planner,
  { cityId, crewId }: Input,
  event: FileEvent,
  row: ImportedRow | undefined,
): Promise<Outcome | null> {
  const { uid, title, startsOn, endsBefore, isCancelled } = event;
  if (!row) {
    if (isCancelled) return null;
    const days = { starts_on: startsOn, ends_before: endsBefore };
    await occupyLockedDays(transaction, { id: null, kind: 'booking', city_id: cityId, crew_id: crewId, ...days });
    const values = { ...days, uid, title, kind: 'booking', city_id: cityId, crew_id: crewId } as const;
    const ceremonies = JSON.stringify(ceremoniesOf(event));
    await transaction
      .insertInto('bookings')
      .values({ ...values, ceremonies, ...importedColumns(event), created_by: actor.name })
      .execute();
    return { result: 'new' };
  }
  // What staff deleted here stays deleted.
  if (row.deleted_at !== null) return { result: 'unchanged', kept: isCancelled ? [] : ['deleted'] };
  if (row.kind !== 'booking') return { result: 'unchanged' };
  const isErased = row.is_of_erased || row.erased_at !== null;
  if (isCancelled) {
    if (!(isErased && isAsErased(row, crewId)) && hasWorkOfStaff(row, crewId))
      return { result: 'unchanged', kept: ['cancelled'] };
    await updateBooking(transaction, row.id, { deleted_at: sql<Date>`now()` });
    return { result: 'changed', isRemoved: true };
  }
  // The file still names an erased client: only its days count. `erased_at` also tells while the erasure is being committed.
  const wanted = isErased ? { ...event, title: row.title, ceremonies: [] } : event;
  const { values, kept, readsDays, readsTimes } = merged(row, wanted);
  const isMoved = row.starts_on !== values.starts_on || row.ends_before !== values.ends_before;
  const isSame = row.title === values.title && !isMoved && isDeepStrictEqual(row.ceremonies, values.ceremonies);
  if (isMoved) await occupyLockedDays(transaction, { ...row, ...values });
  const { imported_title, imported_ceremonies, ...days } = importedColumns(event);
  const read = {
    // An erasure by an older version leaves the title.
    imported_title: isErased ? null : imported_title,
    ...(readsDays && days),
    ...(readsTimes && !isErased && { imported_ceremonies }),
  };
  if (isSame) await transaction.updateTable('bookings').set(read).where('id', '=', row.id).execute();
  else await updateBooking(transaction, row.id, { ...values, ceremonies: JSON.stringify(values.ceremonies), ...read });
  return { result: isSame ? 'unchanged' : 'changed', kept };
}

const ceremoniesOf = ({ ceremonies }: FileEvent) => ceremonies.map((each) => ({ ...each, id: 'imported' }));

const importedColumns = (event: FileEvent) => ({
  imported_title: event.title,
  imported_starts_on: event.startsOn,
  imported_ends_before: event.endsBefore,
  imported_ceremonies: JSON.stringify(ceremoniesOf(event)),
});

/** Returns which fields staff have changed since the last import. */
const changedByStaff = (row: ImportedRow) => ({
  title: row.title !== row.imported_title,
  days: row.starts_on !== row.imported_starts_on || row.ends_before !== row.imported_ends_before,
  times: !isDeepStrictEqual(row.ceremonies, row.imported_ceremonies),
});

/** Whether nobody has used the booking of an erased person for somebody else. @param crewId as for `hasWorkOfStaff` */
const isAsErased = (row: ImportedRow, crewId: string | null): boolean =>
  row.title === ERASED &&
  row.notes === '' &&
  row.ceremonies.length === 0 &&
  (row.crew_id === null || row.crew_id === crewId) &&
  (row.inquiry_id === null || row.is_of_erased);

/** @param crewId the crew that the import gives its bookings */
const hasWorkOfStaff = (row: ImportedRow, crewId: string | null): boolean =>
  Object.values(changedByStaff(row)).includes(true) ||
  row.notes !== '' ||
  (row.crew_id !== null && row.crew_id !== crewId) ||
  row.inquiry_id !== null;

/**
 * Merges an event into its booking: a field that staff have changed since the last import stays, the others are those of the
 * file. Ceremonies are always on the days of their booking: if one of the two stays and the other does not fit, both stay.
 * What stays only for that reason is not stored as read, so that it does not count as a change of staff later.
 */
function merged(row: ImportedRow, event: FileEvent) {
  const ofStaff = changedByStaff(row);
  const days = { starts_on: event.startsOn, ends_before: event.endsBefore };
  const isMoved = row.starts_on !== days.starts_on || row.ends_before !== days.ends_before;
  const keepsTitle = ofStaff.title && row.title !== event.title;
  const keepsDays = isMoved && (ofStaff.days || (ofStaff.times && !areOn(row.ceremonies, days)));
  const { starts_on, ends_before } = keepsDays ? row : days;
  const fromFile = ceremoniesOf(event);
  // An event without a time does not remove one.
  const hasNoTime = fromFile.length === 0 && areOn(row.ceremonies, { starts_on, ends_before });
  const keepsTimes = ofStaff.times || hasNoTime || !areOn(fromFile, { starts_on, ends_before });
  const differs = fromFile.length > 0 && !isDeepStrictEqual(row.ceremonies, fromFile);
  const ceremonies = keepsTimes ? row.ceremonies : fromFile;
  const kept: ImportedEvent['kept'] = [];
  if (keepsTitle) kept.push('title');
  if (keepsDays) kept.push('days');
  if (keepsTimes && differs) kept.push('times');
  const title = keepsTitle ? row.title : event.title;
  const values = { title, starts_on, ends_before, ceremonies };
  const readsTimes = !hasNoTime && (ofStaff.times || !keepsTimes);
  return { values, kept, readsDays: ofStaff.days || !keepsDays, readsTimes };
}

const areOn = (ceremonies: readonly Ceremony[], days: Pick<BookingRow, 'starts_on' | 'ends_before'>): boolean =>
  ceremonies.every(({ day }) => days.starts_on <= day && day < days.ends_before);
