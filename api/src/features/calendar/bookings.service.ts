import { randomBytes } from 'node:crypto';
import {
  type Booking,
  type bookingInputSchema,
  bookingProblems,
  type bookingUpdateSchema,
  type Ceremony,
  type CreatedBooking,
  MAX_CEREMONIES,
  MAX_NOTES,
  type ReplacedHold,
  todayInIndia,
} from '@godhuli/contracts/calendar';
import type { FieldError } from '@godhuli/contracts/problem';
import { may } from '@godhuli/contracts/roles';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { BadInput, NotAllowed, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, addAuditEntry, audited, onceWithKey, ownLastEntry } from '../audit/index.js';
import {
  type BookingRow,
  findByKey,
  insertBooking,
  lockBooking,
  lockHoldsOf,
  present,
  updateBooking,
} from './bookings.queries.js';
import { findFreeCrew, lockDays, type Occupation, occupy, occupyLockedDays } from './capacity.js';

type Input = z.output<typeof bookingInputSchema>;
type Update = z.output<typeof bookingUpdateSchema>;
type Fields = Omit<Input, 'override'>;
/** A signed-in user who changes the calendar. */
export type Planner = Actor & Pick<SignedInUser, 'role'>;

/**
 * Adds a booking, hold or block.
 * Holds of the same inquiry give it their days, notes and ceremonies, so they do not block it. Without a crew it gets theirs,
 * if that is free on all of its days.
 * @param key a retry with the same key returns the booking that the first attempt stored, and adds nothing
 * @throws BadInput; Conflict when a day is not free; NotAllowed when someone other than an admin overrides
 */
export function createBooking(
  db: Kysely<Database>,
  actor: Planner,
  { override, ...fields }: Input,
  key: string | null,
): Promise<CreatedBooking> {
  requireMayOverride(actor, override);
  const work = async (transaction: Transaction<Database>) => {
    await requireFields(transaction, fields, null);
    const isOfInquiry = fields.inquiryId !== null && fields.kind === 'booking';
    const replaced = isOfInquiry ? await replaceHolds(transaction, actor, fields) : { fields, holds: [], crewIds: [] };
    const wanted = { id: null, ...occupationOf(fields) };
    await lockDays(transaction, wanted);
    const crew_id = fields.crewId ?? (await findFreeCrew(transaction, wanted, replaced.crewIds));
    const { exceeds } = await occupyLockedDays(transaction, { ...wanted, crew_id }, override !== undefined);
    const override_reason = exceeds && override ? override.reason : null;
    const columns = { ...columnsOf(replaced.fields), crew_id, override_reason, created_by: actor.name };
    const after = await insertBooking(transaction, { ...columns, created_with_key: key });
    const result = replaced.holds.length === 0 ? after : { ...after, replacedHolds: replaced.holds };
    return { entityId: after._id, before: null, after, result };
  };
  return audited<CreatedBooking>(db, actor, 'bookings.create', work, onceWithKey(key, findByKey));
}

type Range = Pick<Booking, 'startsOn' | 'endsBefore'>;
const ceremoniesOn = (ceremonies: Ceremony[], { startsOn, endsBefore }: Range) =>
  ceremonies.filter(({ day }) => startsOn <= day && day < endsBefore);

/**
 * Takes the days of a booking from the holds of its inquiry, which keep their other days.
 * @returns the booking with the notes and ceremonies that it has from them, their crews, and what they were
 * @throws BadInput when these are too long together: nothing that staff wrote may disappear
 */
async function replaceHolds(transaction: Transaction<Database>, actor: Actor, fields: Fields) {
  const rows = await lockHoldsOf(transaction, fields.inquiryId as string, fields.startsOn, fields.endsBefore);
  const notes = new Set([fields.notes]);
  const ceremonies = [...fields.ceremonies];
  const has = ({ day, name }: Ceremony) => ceremonies.some((each) => each.day === day && each.name === name);
  const holds: ReplacedHold[] = [];
  for (const row of rows) {
    const { _id: entityId, ...hold } = present(row);
    const before = { startsOn: hold.startsOn, endsBefore: fields.startsOn };
    const after = { startsOn: fields.endsBefore, endsBefore: hold.endsBefore };
    const [first, second] = [before, after].filter((range) => range.startsOn < range.endsBefore);
    const columnsOn = (range: Range) =>
      columnsOf({ ...hold, ...range, ceremonies: ceremoniesOn(hold.ceremonies, range) });
    const ended = { deleted_at: sql<Date>`now()` };
    const kept = await updateBooking(transaction, entityId, first ? columnsOn(first) : ended);
    const entry = { entityId, before: present(row), after: first ? kept : null };
    await addAuditEntry(transaction, actor, first ? 'bookings.update' : 'bookings.delete', entry);
    if (second) {
      const { override_reason, created_by, reminded_at } = row;
      const own = { override_reason, created_by, reminded_at };
      const added = await insertBooking(transaction, { ...columnsOn(second), ...own });
      await addAuditEntry(transaction, actor, 'bookings.create', { entityId: added._id, before: null, after: added });
    }
    // A hold that stays has its notes itself.
    if (!first || fields.notes === '') notes.add(hold.notes);
    ceremonies.push(...ceremoniesOn(hold.ceremonies, fields).filter((each) => !has(each)));
    holds.push({ startsOn: hold.startsOn, endsBefore: hold.endsBefore, isEnded: !first });
  }
  const own = { notes: [...notes].filter(Boolean).join('\n\n'), ceremonies };
  requireRoom(own);
  const crewIds = rows.flatMap(({ crew_id }) => crew_id ?? []);
  return { fields: { ...fields, ...own }, holds, crewIds };
}

function requireRoom({ notes, ceremonies }: Pick<Fields, 'notes' | 'ceremonies'>): void {
  const errors: FieldError[] = [];
  const add = (field: string, limit: string) =>
    errors.push({
      field,
      message: `Together with the hold's, there are more than ${limit}. Please shorten them here or in the hold.`,
    });
  if (notes.length > MAX_NOTES) add('notes', `${MAX_NOTES} characters of notes`);
  if (ceremonies.length > MAX_CEREMONIES) add('ceremonies', `${MAX_CEREMONIES} ceremonies`);
  if (errors.length > 0) throw new BadInput(errors);
}

/**
 * Changes or moves a booking, or turns a hold into a booking. The days are checked again whenever what it occupies changes.
 * @throws NotFound, BadInput, NotAllowed, Conflict when it was changed since `version` was read or a day is not free
 */
export function changeBooking(
  db: Kysely<Database>,
  actor: Planner,
  id: string,
  { version, override, ...changes }: Update,
  readOnly: ReadOnlyFields,
): Promise<Booking> {
  requireMayOverride(actor, override);
  return audited(db, actor, 'bookings.update', async (transaction) => {
    const row = await requireBooking(transaction, id, version);
    const before = present(row);
    requireUnchanged(before, readOnly);
    const fields = mergedFields(before, changes);
    await requireFields(transaction, fields, before);
    const isSame = !before.isExpired && isSameOccupation(fields, before);
    const occupation = { id, ...occupationOf(fields) };
    const accepted = isSame ? null : (override?.reason ?? (await ownReasonFor(transaction, actor, before, fields)));
    const { exceeds } = isSame ? { exceeds: false } : await occupy(transaction, occupation, accepted !== null);
    const reason = exceeds ? accepted : null;
    const after = await updateBooking(transaction, id, {
      ...columnsOf(fields),
      ...(isSame ? {} : { override_reason: reason, expired_at: null }),
      ...(fields.heldUntil === before.heldUntil ? {} : { reminded_at: null }),
    });
    return { entityId: id, before, after, result: after };
  });
}

/**
 * Returns why an admin had accepted a booking on these days, if the actor's own last change took it from there: it can be undone.
 * The renewal of a hold that has ended undoes nothing.
 */
async function ownReasonFor(transaction: Transaction<Database>, actor: Planner, current: Booking, fields: Fields) {
  if (current.isExpired) return null;
  const before = (await ownLastEntry(transaction, actor, 'bookings', current._id))?.before as
    | Booking
    | null
    | undefined;
  return before && isSameOccupation(fields, before) ? before.overrideReason : null;
}

/** Deletes a booking; `restoreBooking` restores it. Calendar programs read it as cancelled. */
export function deleteBooking(db: Kysely<Database>, actor: Actor, id: string, version: number): Promise<void> {
  return audited(db, actor, 'bookings.delete', async (transaction) => {
    const before = present(await requireBooking(transaction, id, version));
    await updateBooking(transaction, id, { deleted_at: sql<Date>`now()` });
    return { entityId: id, before, after: null, result: undefined };
  });
}

/**
 * Restores a deleted booking. What an admin accepted on days that are not free is restored by an admin, and by the one who
 * deleted it.
 * @throws NotFound; Conflict when its days are no longer free
 */
export function restoreBooking(db: Kysely<Database>, actor: Planner, id: string): Promise<Booking> {
  return audited(db, actor, 'bookings.restore', async (transaction) => {
    const row = await lockBooking(transaction, id, 'deleted');
    if (!row) throw new NotFound();
    const mayExceed =
      row.override_reason !== null &&
      (may(actor.role, 'calendar.configure') || (await ownLastEntry(transaction, actor, 'bookings', id)) !== undefined);
    const { exceeds } = present(row).isExpired ? { exceeds: false } : await occupy(transaction, row, mayExceed);
    const override_reason = exceeds ? row.override_reason : null;
    const after = await updateBooking(transaction, id, { deleted_at: null, override_reason });
    return { entityId: id, before: null, after, result: after };
  });
}

async function requireBooking(transaction: Transaction<Database>, id: string, version: number): Promise<BookingRow> {
  const row = await lockBooking(transaction, id);
  if (!row) throw new NotFound('Someone else deleted this booking.');
  if (row.version === version) return row;
  const current = present(row);
  throw new StaleVersion('Someone else changed this booking. Compare your changes with theirs.', current, {
    stored: { override: { reason: current.overrideReason } },
  });
}

function requireMayOverride(actor: Planner, override: Input['override']) {
  if (override && !may(actor.role, 'calendar.configure'))
    throw new NotAllowed('Only an admin can accept a booking on days that are not free.');
}

function mergedFields(before: Booking, changes: Omit<Update, 'version' | 'override'>): Fields {
  const { kind, title, cityId, crewId, inquiryId, startsOn, endsBefore, heldUntil, ceremonies, notes } = before;
  const merged = {
    kind,
    title,
    cityId,
    crewId,
    inquiryId,
    startsOn,
    endsBefore,
    heldUntil,
    ceremonies,
    notes,
    ...changes,
  };
  // A hold that becomes a booking has no end any more.
  const isConverted = changes.kind !== undefined && changes.kind !== 'hold' && changes.heldUntil === undefined;
  return isConverted ? { ...merged, heldUntil: null } : merged;
}

/** @throws BadInput for each field that is wrong */
async function requireFields(
  transaction: Transaction<Database>,
  fields: Fields,
  before: Booking | null,
): Promise<void> {
  const errors: FieldError[] = bookingProblems(fields);
  const add = (field: string, message: string) => errors.push({ field, message });
  const { heldUntil, cityId, crewId, inquiryId } = fields;
  const keepsHold = before?.heldUntil === heldUntil && !before?.isExpired;
  if (heldUntil !== null && heldUntil < todayInIndia() && !keepsHold)
    add('heldUntil', 'Please choose today or a later date.');
  const isKnown = async (table: 'cities' | 'crews', id: string) =>
    (await transaction.selectFrom(table).select('id').where('id', '=', id).where('archived_at', 'is', null).execute())
      .length > 0;
  if (cityId !== before?.cityId && !(await isKnown('cities', cityId))) add('cityId', 'Please choose a city.');
  if (crewId !== null && crewId !== before?.crewId && !(await isKnown('crews', crewId)))
    add('crewId', 'Please choose a crew.');
  if (inquiryId !== null && inquiryId !== before?.inquiryId) {
    const shown = transaction
      .selectFrom('inquiries')
      .select('id')
      .where('id', '=', inquiryId)
      .where('deleted_at', 'is', null);
    if ((await shown.execute()).length === 0) add('inquiryId', 'This inquiry was deleted.');
  }
  if (errors.length > 0) throw new BadInput(errors);
}

const occupationOf = ({ kind, cityId, crewId, startsOn, endsBefore }: Fields): Omit<Occupation, 'id'> => ({
  kind,
  city_id: cityId,
  crew_id: crewId,
  starts_on: startsOn,
  ends_before: endsBefore,
});

/** A hold that becomes a booking is checked again, although it keeps its place. */
const isSameOccupation = (now: Fields, before: Booking): boolean =>
  now.kind === before.kind &&
  now.cityId === before.cityId &&
  now.crewId === before.crewId &&
  now.startsOn === before.startsOn &&
  now.endsBefore === before.endsBefore;

const columnsOf = (fields: Fields) => ({
  ...occupationOf(fields),
  title: fields.title,
  inquiry_id: fields.inquiryId,
  // Only of a booking whose inquiry was removed.
  ...(fields.inquiryId !== null && { client_id: null }),
  held_until: fields.heldUntil,
  notes: fields.notes,
  ceremonies: JSON.stringify(withIds(fields.ceremonies)),
});

/** Gives each new ceremony an id of its own. */
function withIds(ceremonies: Ceremony[]): Ceremony[] {
  const seen = new Set<string>();
  return ceremonies.map((ceremony) => {
    const id = ceremony.id !== undefined && !seen.has(ceremony.id) ? ceremony.id : randomBytes(4).toString('hex');
    seen.add(id);
    return { ...ceremony, id };
  });
}
