import { type Kysely, sql } from 'kysely';

/** The content of the public page. Lists are ordered by `position`, then `id`, never by a timestamp. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table content (
      id bigint generated always as identity primary key,
      section text not null,
      key text not null,
      value text not null,
      unique (section, key)
    )`.execute(db);
  await sql`
    create table services (
      id bigint generated always as identity primary key,
      title text not null,
      description text not null,
      features text[] not null,
      image text not null,
      media_id text,
      icon text not null check (icon in ('Heart', 'Camera', 'Baby', 'Briefcase', 'Video')),
      color text not null,
      position integer not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create table portfolio (
      id bigint generated always as identity primary key,
      title text not null,
      image text not null,
      media_id text,
      alt text not null,
      focal_x double precision not null check (focal_x between 0 and 100),
      focal_y double precision not null check (focal_y between 0 and 100),
      category text not null check (category in ('wedding', 'prewedding', 'cinematic', 'maternity')),
      description text not null,
      place text not null,
      hero boolean not null,
      position integer not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index portfolio_in_order on portfolio (position, id) where deleted_at is null`.execute(db);
  await sql`
    create table packages (
      id bigint generated always as identity primary key,
      package_id text not null unique,
      name text not null,
      price text not null,
      duration text not null,
      category text not null,
      features text[] not null,
      terms text[] not null,
      popular boolean not null,
      color text not null,
      position integer not null
    )`.execute(db);
  await sql`
    create table testimonials (
      id bigint generated always as identity primary key,
      name text not null,
      event text not null,
      rating integer check (rating between 1 and 5),
      text text not null,
      image text not null,
      media_id text,
      location text not null,
      position integer not null
    )`.execute(db);
  await sql`
    create table stats (
      id bigint generated always as identity primary key,
      number text not null,
      label text not null,
      position integer not null
    )`.execute(db);
  await sql`
    create table profile (
      id integer primary key default 1 check (id = 1),
      title text not null,
      subtitle text not null,
      description text not null,
      achievements text[] not null,
      location text not null,
      since text not null,
      portrait_media_id text,
      studio_media_id text
    )`.execute(db);
  await sql`
    create table timeline (
      id bigint generated always as identity primary key,
      year text not null,
      title text not null,
      description text not null,
      position integer not null
    )`.execute(db);
  // Notifies the caches of public reads of every committed change (read-cache.ts).
  await sql`
    create function studio_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('studio_changed', tg_table_name);
      return null;
    end $$`.execute(db);
  for (const table of [
    'content',
    'services',
    'portfolio',
    'packages',
    'testimonials',
    'stats',
    'profile',
    'timeline',
  ]) {
    await sql`
      create trigger studio_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function studio_changed()`.execute(db);
  }
}
