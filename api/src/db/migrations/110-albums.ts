import { type Kysely, sql } from 'kysely';

/**
 * Stories: an album has sections (ceremonies), a section has photos of the portfolio and films in order. Sections and entries
 * are written together with their album, so its trigger announces their changes too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column slug text unique,
      add column description text not null default '',
      add column category text not null default 'cinematic'
        check (category in ('wedding', 'prewedding', 'cinematic', 'maternity')),
      add column link_url text not null default '',
      add column link_state text not null default 'unchecked' check (link_state in ('unchecked', 'works', 'dead')),
      add column link_checked_at timestamptz,
      add column poster_media_id text references media (id),
      add column duration_seconds integer check (duration_seconds > 0),
      add column published boolean not null default false,
      add column published_at timestamptz,
      add column captions_language text not null default 'en' check (captions_language in ('en', 'hi', 'mr')),
      add column position integer not null default 0,
      add column version integer not null default 1,
      add column created_with_key text unique,
      add column deleted_at timestamptz`.execute(db);
  await sql`update videos set slug = 'film-' || id, position = id`.execute(db);
  await sql`
    create table film_files (
      id text primary key check (id ~ '^[0-9a-f]{64}$'),
      kind text not null check (kind in ('mp4', 'vtt')),
      bytes bigint not null,
      duration_seconds integer,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    alter table videos
      add column file_id text references film_files (id),
      add column captions_id text references film_files (id)`.execute(db);
  await sql`create index videos_in_order on videos (position, id) where deleted_at is null`.execute(db);
  await sql`create index videos_by_file on videos (file_id) where file_id is not null`.execute(db);
  await sql`create index videos_by_captions on videos (captions_id) where captions_id is not null`.execute(db);
  await sql`
    create table albums (
      id bigint generated always as identity primary key,
      slug text not null unique,
      title text not null,
      client text not null,
      place text not null,
      date date,
      category text not null check (category in ('wedding', 'prewedding', 'cinematic', 'maternity')),
      description text not null,
      cover_id bigint references portfolio (id),
      published boolean not null,
      position integer not null,
      version integer not null default 1,
      created_with_key text unique,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index albums_in_order on albums (position, id) where deleted_at is null`.execute(db);
  await sql`create index albums_by_cover on albums (cover_id) where cover_id is not null`.execute(db);
  await sql`
    create table album_sections (
      id bigint generated always as identity primary key,
      album_id bigint not null references albums (id) on delete cascade,
      title text not null,
      text text not null,
      position integer not null
    )`.execute(db);
  await sql`create index album_sections_in_order on album_sections (album_id, position)`.execute(db);
  await sql`
    create table album_entries (
      id bigint generated always as identity primary key,
      section_id bigint not null references album_sections (id) on delete cascade,
      portfolio_id bigint references portfolio (id),
      video_id bigint references videos (id),
      position integer not null,
      check ((portfolio_id is null) <> (video_id is null))
    )`.execute(db);
  await sql`create index album_entries_in_order on album_entries (section_id, position)`.execute(db);
  await sql`
    create index album_entries_by_photo on album_entries (portfolio_id) where portfolio_id is not null`.execute(db);
  await sql`create index album_entries_by_film on album_entries (video_id) where video_id is not null`.execute(db);
  for (const table of ['albums', 'videos']) {
    await sql`
      create trigger studio_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function studio_changed()`.execute(db);
  }
}
