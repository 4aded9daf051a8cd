import { type Kysely, sql } from 'kysely';

const statements = [
  `create table releases (
    id bigint generated always as identity primary key,
    remote text not null,
    version text not null,
    manifest jsonb not null,
    size integer not null check (size >= 0),
    published_by text not null,
    published_at timestamptz not null,
    checks jsonb not null,
    withdrawn boolean not null default false,
    files_removed_at timestamptz,
    unique (remote, version)
  )`,
  `create function releases_append_only() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      raise exception 'releases are append-only';
    end if;
    if (new.id, new.remote, new.version, new.manifest, new.size, new.published_by, new.published_at, new.checks)
      is distinct from
      (old.id, old.remote, old.version, old.manifest, old.size, old.published_by, old.published_at, old.checks) then
      raise exception 'releases are append-only';
    end if;
    return new;
  end $$`,
  `create trigger releases_append_only before update or delete on releases
    for each row execute function releases_append_only()`,
  `create table channels (
    remote text not null,
    channel text not null,
    version text not null,
    moved_at timestamptz not null,
    automatic boolean not null default false,
    primary key (remote, channel),
    foreign key (remote, version) references releases (remote, version)
  )`,
  `create table channel_moves (
    id bigint generated always as identity primary key,
    remote text not null,
    channel text not null,
    version text not null,
    from_version text,
    moved_by text not null,
    reason text not null,
    automatic boolean not null default false,
    moved_at timestamptz not null
  )`,
  'create index channel_moves_by_remote on channel_moves (remote, id desc)',
  `create table composition_state (
    id integer primary key check (id = 1),
    generation bigint not null default 0,
    report_salt text not null default gen_random_uuid()::text
  )`,
  'insert into composition_state (id) values (1)',
  `create table deploy_tokens (
    id bigint generated always as identity primary key,
    remote text not null,
    token_hash text not null unique,
    created_by text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create table load_reports (
    id bigint generated always as identity primary key,
    remote text not null,
    version text not null,
    stage text not null,
    cause text not null,
    page text not null,
    reporter text not null,
    reported_at timestamptz not null,
    foreign key (remote, version) references releases (remote, version)
  )`,
  'create index load_reports_by_release on load_reports (remote, version, reported_at)',
];

/** Releases of remotes, their channels and load reports (CARD-7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
