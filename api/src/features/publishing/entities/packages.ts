import { type PackageBody, packageIconSchema } from '@godhuli/contracts/documents';
import { priceText } from '@godhuli/contracts/rupees';
import { sql } from 'kysely';
import type { EntityStore } from './entity-store.js';

export const packages: EntityStore = {
  tables: ['packages'],
  async read(db, ids) {
    const all = db.selectFrom('packages').selectAll();
    const rows = await (ids ? all.where('id', 'in', [...ids, '0']) : all).execute();
    return new Map(
      rows.map((row): [string, PackageBody] => [
        row.id,
        {
          name: row.name,
          priceKind: row.price_kind,
          rupees: row.rupees,
          duration: row.duration,
          category: row.category,
          features: row.features,
          terms: row.terms,
          popular: row.popular,
          icon: packageIconSchema.safeParse(row.icon).data ?? null,
          color: row.color,
          archived: row.archived_at !== null,
        },
      ]),
    );
  },
  async apply(transaction, id, body, before) {
    const { priceKind, archived, ...columns } = body as PackageBody;
    const values = {
      ...columns,
      price_kind: priceKind,
      price: priceText(priceKind, columns.rupees),
      archived_at: archived ? sql<Date>`now()` : null,
    };
    if (before) {
      await transaction.updateTable('packages').set(values).where('id', '=', id).execute();
      return;
    }
    await sql`insert into packages (id, package_id, name, price, price_kind, rupees, duration, category, features, terms,
        popular, icon, color, archived_at, position)
      overriding system value values (${id}, ${`package-${id}`}, ${values.name}, ${values.price}, ${values.price_kind},
        ${values.rupees}, ${values.duration}, ${values.category}, ${values.features}::text[], ${values.terms}::text[],
        ${values.popular}, ${values.icon}, ${values.color}, ${values.archived_at},
        (select coalesce(max(position), 0) + 1 from packages))`.execute(transaction);
  },
};
