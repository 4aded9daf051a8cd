import type { Service } from '@godhuli/contracts/services';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { loadMedia } from '../media/index.js';

type Row = Selectable<Database['services']>;

/** Returns every service in order. */
export async function listServices(db: Kysely<Database>): Promise<Service[]> {
  const all = db.selectFrom('services').selectAll().where('deleted_at', 'is', null);
  return present(db, await all.orderBy('position').orderBy('id').execute());
}

/** Returns a service and locks it until the transaction ends. @throws NotFound when it does not exist or is deleted */
export async function lockService(transaction: Transaction<Database>, id: string): Promise<Service> {
  const row = transaction.selectFrom('services').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const [service] = await present(transaction, await row.forUpdate().execute());
  if (!service) throw new NotFound();
  return service;
}

/** Returns a service, kept or deleted. */
export async function findService(db: Kysely<Database>, id: string): Promise<Service | undefined> {
  return (await present(db, await db.selectFrom('services').selectAll().where('id', '=', id).execute()))[0];
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
  return (await present(db, [row]))[0] as Service;
}

/** Changes some columns, or none. */
export async function updateService(
  db: Kysely<Database>,
  id: string,
  values: UpdateObject<Database, 'services'>,
): Promise<Service> {
  const set = { position: sql<number>`position`, ...values };
  const row = await db.updateTable('services').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return (await present(db, [row]))[0] as Service;
}

async function present(db: Kysely<Database>, rows: Row[]): Promise<Service[]> {
  const mediaOf = await loadMedia(db, rows);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    features: row.features,
    ...mediaOf(row, { alt: row.alt }),
    icon: row.icon,
    color: row.color,
  }));
}
