import type { Service } from '@godhuli/contracts/services';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../db/database.js';
import { loadPhotographs } from '../../photographs.js';

type Row = Selectable<Database['services']>;

export async function listServices(db: Kysely<Database>): Promise<Service[]> {
  return present(
    db,
    await db
      .selectFrom('services')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
  );
}

/** One service that is not deleted, locked until the transaction ends. */
export async function findService(db: Kysely<Database>, id: string): Promise<Service | undefined> {
  const rows = db.selectFrom('services').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate();
  return (await present(db, await rows.execute()))[0];
}

/** Adds a service at the end of the list. */
export async function insertService(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['services']>, 'position'>,
): Promise<Service> {
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from services)`;
  const row = await db
    .insertInto('services')
    .values({ ...values, position })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentOne(db, row);
}

/** Changes some columns; none is allowed too. */
export async function updateService(
  db: Kysely<Database>,
  id: string,
  values: Updateable<Database['services']>,
): Promise<Service> {
  const set = { position: sql<number>`position`, ...values };
  const row = await db.updateTable('services').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return presentOne(db, row);
}

async function presentOne(db: Kysely<Database>, row: Row): Promise<Service> {
  const [service] = await present(db, [row]);
  return service as Service;
}

async function present(db: Kysely<Database>, rows: Row[]): Promise<Service[]> {
  const photographOf = await loadPhotographs(db, rows);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    features: row.features,
    ...photographOf(row),
    icon: row.icon,
    color: row.color,
  }));
}
