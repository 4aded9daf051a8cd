import { type Kysely, sql } from 'kysely';

/** Unpublished items, the time at which a photo was taken, and the hashes of uploaded files. The location is never stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table portfolio add column published boolean not null default true`.execute(db);
  await sql`
    alter table media
      add column taken_at text,
      add column taken_offset text`.execute(db);
  // The hash of the original, apart from that of the re-encoded master, which changes with the encoder.
  await sql`
    create table media_originals (
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      media_id text not null references media (id) on delete cascade,
      primary key (hash, media_id)
    )`.execute(db);
  await sql`create index media_originals_of on media_originals (media_id)`.execute(db);
  await sql`create index portfolio_deleted on portfolio (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index portfolio_media on portfolio (media_id)`.execute(db);
  // The history of one item.
  await sql`create index audit_portfolio on audit (entity_id, id) where action like 'portfolio.%'`.execute(db);
}
