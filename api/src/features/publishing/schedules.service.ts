import { documentLabel } from '@godhuli/contracts/documents';
import type { Schedule, scheduleInputSchema } from '@godhuli/contracts/publishing';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { BadInput, Conflict, DomainError, NotFound } from '../../http/errors.js';
import { type Actor, addAuditEntry, requireActor, THIS_INSTALLATION } from '../audit/index.js';
import { applyRevisions, lockSelected, PUBLISH_LOCK, requireComplete } from './publish.service.js';
import type { RevisionRow } from './revisions.queries.js';

type ScheduleRow = Selectable<Database['schedules']>;
type Input = z.output<typeof scheduleInputSchema>;

/** Later than this, a publication counts as late: the site was not running. */
const LATE_SECONDS = 120;
const MOST_DAYS = 366;

/**
 * Schedules drafts, all or none. They cannot be changed until they are published or the schedule is cancelled.
 * @throws BadInput for a time in the past or incomplete drafts; NotFound, Conflict as `publishDrafts`
 */
export function createSchedule(db: Kysely<Database>, actor: Actor, input: Input): Promise<Schedule> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, PUBLISH_LOCK);
    await requireActor(transaction, actor);
    const { rows } = await sql<{ due: Date; isPast: boolean; isFar: boolean }>`
      select due, due <= now() as "isPast", due > now() + make_interval(days => ${MOST_DAYS}) as "isFar"
      from (select ${input.wallTime}::timestamp at time zone ${input.zone} as due) as chosen`.execute(transaction);
    const [time] = rows;
    if (!time || time.isPast) throw atWallTime('Please choose a time in the future.');
    if (time.isFar) throw atWallTime('Please choose a time within the next year.');
    const drafts = await lockSelected(transaction, input.documents);
    requireComplete(drafts);
    const schedule = await transaction
      .insertInto('schedules')
      .values({
        ...{ due_at: time.due, zone: input.zone, wall_time: input.wallTime, created_by: actor.name },
        created_at: sql<Date>`clock_timestamp()`,
        labels: drafts.map(({ entity, entity_id, body, locale }) => documentLabel(entity, entity_id, body, locale)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('revisions')
      .set({ state: 'scheduled', schedule_id: schedule.id })
      .where(
        'id',
        'in',
        drafts.map(({ id }) => id),
      )
      .execute();
    const result = toSchedule(schedule);
    await addAuditEntry(transaction, actor, 'site.schedule', { entityId: schedule.id, before: null, after: result });
    return result;
  });
}

const atWallTime = (message: string) => new BadInput([{ field: 'wallTime', message }]);

/** Makes the revisions of a schedule drafts again. @throws NotFound; Conflict when it is not waiting any more */
export function cancelSchedule(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, PUBLISH_LOCK);
    await requireActor(transaction, actor);
    const schedule = await transaction
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!schedule) throw new NotFound('Schedule not found.');
    if (schedule.state !== 'waiting') throw new Conflict('This schedule is finished already. Reload the list.');
    await finish(transaction, id, 'cancelled', null);
    const before = toSchedule(schedule);
    await addAuditEntry(transaction, actor, 'site.cancel-schedule', { entityId: id, before, after: null });
  });
}

const revisionsOf = (db: Kysely<Database>, id: string): Promise<RevisionRow[]> =>
  db.selectFrom('revisions').selectAll().where('schedule_id', '=', id).orderBy('id').execute();

/** Returns what a schedule will publish; nothing when it is finished. */
export const listScheduledDocuments = async (db: Kysely<Database>, id: string) =>
  (await revisionsOf(db, id)).map(({ entity, entity_id }) => ({ entity, id: entity_id }));

/** Ends a schedule. What it has not published becomes a draft again. */
async function finish(
  transaction: Transaction<Database>,
  id: string,
  state: 'published' | 'failed' | 'cancelled',
  problem: string | null,
) {
  await transaction
    .updateTable('revisions')
    .set({ state: 'draft', schedule_id: null })
    .where('schedule_id', '=', id)
    .execute();
  await transaction
    .updateTable('schedules')
    .set({ state, problem, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** A due schedule was interrupted, for example by the database; it is still waiting, and the next attempt may succeed. */
export class ScheduleInterrupted extends Error {
  constructor(
    readonly id: string,
    cause: unknown,
  ) {
    super(`Schedule ${id} was interrupted.`, { cause });
  }
}

/**
 * Publishes the oldest schedule that is due. Several processes may call it at once: each schedule is published once.
 * A schedule that cannot be published fails, and its revisions become drafts again.
 * @param skipped the ids of schedules that are left alone
 * @returns what became of it; null if none is due
 * @throws ScheduleInterrupted
 */
export async function fireNextSchedule(
  db: Kysely<Database>,
  skipped: readonly string[] = [],
): Promise<Schedule | null> {
  let taken: string | null = null;
  try {
    return await db.transaction().execute(async (transaction) => {
      const schedule = await takeDue(transaction, skipped);
      if (!schedule) return null;
      taken = schedule.id;
      const revisions = await revisionsOf(transaction, schedule.id);
      const actor: Actor = { ...THIS_INSTALLATION, name: `${schedule.created_by} (scheduled)` };
      await requireUnchanged(transaction, schedule, revisions);
      await applyRevisions(transaction, actor, revisions);
      await finish(transaction, schedule.id, 'published', null);
      return toSchedule(await readSchedule(transaction, schedule.id));
    });
  } catch (error) {
    if (taken === null) throw error;
    if (!(error instanceof DomainError)) throw new ScheduleInterrupted(taken, error);
    return failSchedule(db, taken, error instanceof BadInput ? (error.errors[0]?.message ?? '') : error.detail);
  }
}

/** @throws Conflict when a document was changed directly since it was scheduled: the schedule would undo that unseen */
async function requireUnchanged(
  transaction: Transaction<Database>,
  schedule: ScheduleRow,
  revisions: readonly RevisionRow[],
): Promise<void> {
  for (const { entity, entity_id: id, locale, body } of revisions) {
    const newer = await transaction
      .selectFrom('revisions')
      .select('id')
      .where((where) => where.and({ entity, entity_id: id, locale, state: 'published' }))
      .where('at', '>', schedule.created_at)
      .limit(1)
      .executeTakeFirst();
    if (!newer) continue;
    const label = documentLabel(entity, id, body, locale);
    throw new Conflict(`'${label}' was changed on the website after it was scheduled. Compare and publish it again.`);
  }
}

async function takeDue(
  transaction: Transaction<Database>,
  skipped: readonly string[],
): Promise<ScheduleRow | undefined> {
  const due = () =>
    transaction
      .selectFrom('schedules')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', sql<Date>`now()`)
      .where(sql<boolean>`id <> all(${skipped}::bigint[])`)
      .orderBy('due_at')
      .orderBy('id')
      .limit(1);
  // Without a due schedule nothing waits for a publisher.
  if (!(await due().executeTakeFirst())) return undefined;
  await lockUntilCommit(transaction, PUBLISH_LOCK);
  return due().forUpdate().skipLocked().executeTakeFirst();
}

function failSchedule(db: Kysely<Database>, id: string, problem: string): Promise<Schedule | null> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, PUBLISH_LOCK);
    const { state } = await readSchedule(transaction, id);
    if (state !== 'waiting') return null;
    await finish(transaction, id, 'failed', problem);
    const failed = toSchedule(await readSchedule(transaction, id));
    const entry = { entityId: id, before: null, after: failed };
    await addAuditEntry(transaction, THIS_INSTALLATION, 'site.schedule-failed', entry);
    return failed;
  });
}

const readSchedule = (db: Kysely<Database>, id: string) =>
  db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Returns one page of the schedules, newest first. */
export async function listSchedules(db: Kysely<Database>, query: { cursor?: string; limit: number }) {
  let wanted = db
    .selectFrom('schedules')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (query.cursor !== undefined) wanted = wanted.where('id', '<', query.cursor);
  const { rows, next } = pageOf(await wanted.execute(), query.limit, ({ id }) => id);
  return { schedules: rows.map(toSchedule), next };
}

function toSchedule(row: ScheduleRow): Schedule {
  const finished = row.finished_at;
  const isLate = finished !== null && row.state === 'published' && lateSeconds(row, finished) > LATE_SECONDS;
  return {
    ...{ _id: row.id, dueAt: row.due_at.toISOString(), zone: row.zone, wallTime: row.wall_time, state: row.state },
    ...{ by: row.created_by, problem: row.problem, isLate, finishedAt: finished?.toISOString() ?? null },
    labels: row.labels,
  };
}

const lateSeconds = (row: ScheduleRow, finished: Date) => (finished.getTime() - row.due_at.getTime()) / 1000;
