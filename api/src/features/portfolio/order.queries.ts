import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { type Row, shown } from './portfolio-items.js';

/** Items that one statement moves. */
const SLICE = 500;

/** The place of an item in the list. */
export type Place = Pick<Row, 'position' | 'id'>;
interface Part {
  category?: PortfolioCategory;
  after?: Place;
  before?: Place;
}

const rowOf = ({ position, id }: Place) => sql`(${position}::integer, ${id}::bigint)`;

/** The places of all items except one. */
const others = (db: Kysely<Database>, id: string, { category, after, before }: Part) =>
  shown(db)
    .clearSelect()
    .select(['id', 'position'])
    .where('id', '!=', id)
    .where(category ? sql<boolean>`category = ${category}` : sql<boolean>`true`)
    .where(after ? sql<boolean>`(position, id) > ${rowOf(after)}` : sql<boolean>`true`)
    .where(before ? sql<boolean>`(position, id) < ${rowOf(before)}` : sql<boolean>`true`)
    .limit(1);

/** Returns the place of an item that is not `movedId`. */
export const placeOf = (db: Kysely<Database>, movedId: string, id: string): Promise<Place | undefined> =>
  others(db, movedId, {}).where('id', '=', id).executeTakeFirst();

/** Returns the place of the first item of a part of the list, without `movedId`. */
export const firstOther = (db: Kysely<Database>, movedId: string, part: Part): Promise<Place | undefined> =>
  others(db, movedId, part).orderBy('position').orderBy('id').executeTakeFirst();

/** Returns the place of the last item of a part of the list, without `movedId`. */
export const lastOther = (db: Kysely<Database>, movedId: string, part: Part): Promise<Place | undefined> =>
  others(db, movedId, part).orderBy('position', 'desc').orderBy('id', 'desc').executeTakeFirst();

/**
 * Sorts items by the time at which their photos were taken; those without one follow. The items keep the positions that they
 * have together.
 * @returns how many items were sorted, and how many have no time
 */
export async function sortByCaptureTime(
  db: Kysely<Database>,
  { ids, category }: { ids?: readonly string[]; category?: PortfolioCategory },
): Promise<{ sorted: number; untimed: number }> {
  const isChosen = ids ? sql`portfolio.id = any(${sql.val([...ids])}::bigint[])` : sql`true`;
  const isOfCategory = category ? sql`category = ${category}` : sql`true`;
  const { rows } = await sql<{ id: string; position: number; isMoved: boolean; isTimed: boolean }>`
    with chosen as (
      select portfolio.id, position, taken_at,
        row_number() over (order by position, portfolio.id) as place,
        row_number() over (order by taken_at collate "C" nulls last, position, portfolio.id) as wanted
      from portfolio left join media on media.id = media_id
      where deleted_at is null and ${isChosen} and ${isOfCategory}
    )
    select chosen.id, at.position, chosen.position <> at.position as "isMoved", chosen.taken_at is not null as "isTimed"
    from chosen join chosen at on at.place = chosen.wanted
    order by chosen.id`.execute(db);
  const moved = rows.filter(({ isMoved }) => isMoved);
  for (let start = 0; start < moved.length; start += SLICE) {
    const slice = moved.slice(start, start + SLICE);
    const ids = slice.map(({ id }) => id);
    const positions = slice.map(({ position }) => position);
    await sql`
      update portfolio set position = moved.position
      from unnest(${sql.val(ids)}::bigint[], ${sql.val(positions)}::integer[]) as moved (id, position)
      where portfolio.id = moved.id`.execute(db);
  }
  return { sorted: rows.length, untimed: rows.filter(({ isTimed }) => !isTimed).length };
}

/**
 * Moves an item directly before another one, or to the end, which changes no version. Writes only the items between the two
 * places, also those in the trash; at the start and at the end none.
 * @returns its new position
 */
export async function moveBefore(db: Kysely<Database>, item: Place, follower: Place | null): Promise<number> {
  const position = await positionBefore(db, item, follower);
  await db.updateTable('portfolio').set({ position }).where('id', '=', item.id).execute();
  return position;
}

async function positionBefore(db: Kysely<Database>, item: Place, follower: Place | null): Promise<number> {
  if (follower === null) return nextPosition(db);
  if (!(await lastOther(db, item.id, { before: follower }))) return (await outermost(db, 'min')) - 1;
  const shift = (step: 1 | -1, from: Place, to: Place) =>
    db
      .updateTable('portfolio')
      .set({ position: sql`position + ${step}` })
      .where(sql<boolean>`(position, id) >= ${rowOf(from)} and (position, id) < ${rowOf(to)}`)
      .where('id', '!=', item.id)
      .execute();
  if (item.position < follower.position) {
    await shift(-1, item, follower);
    return follower.position - 1;
  }
  await shift(1, follower, item);
  return follower.position;
}

export const nextPosition = async (db: Kysely<Database>) => (await outermost(db, 'max')) + 1;

/** Returns the lowest or highest position of all items, also those in the trash; 0 without items. */
async function outermost(db: Kysely<Database>, which: 'min' | 'max'): Promise<number> {
  const { position } = await db
    .selectFrom('portfolio')
    .select((of) => of.fn.coalesce(of.fn[which]('position'), sql<number>`0`).as('position'))
    .executeTakeFirstOrThrow();
  return position;
}
