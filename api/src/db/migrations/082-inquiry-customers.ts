import { type Kysely, sql } from 'kysely';

/** Finds the inquiries of one IPv6 /48, which a provider gives one customer at most; null for an IPv4 address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function inquiry_customer(network text) returns text language sql immutable as $$
      select substring(network from '^[0-9a-f]+:[0-9a-f]+:[0-9a-f]+:') || ':/48'
    $$`.execute(db);
  await sql`
    create index inquiries_by_customer on inquiries (inquiry_customer(network), created_at)
      where inquiry_customer(network) is not null`.execute(db);
}
