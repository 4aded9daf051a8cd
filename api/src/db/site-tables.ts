import { type Kysely, sql } from 'kysely';
import type { Database } from './database.js';

/** `leases` is used only in SQL. */
const TABLES: Record<keyof Database | 'leases', true> = {
  account_notices: true,
  album_entries: true,
  album_sections: true,
  albums: true,
  audit: true,
  blogs: true,
  bookings: true,
  calendar_days: true,
  calendar_feeds: true,
  channel_moves: true,
  channels: true,
  cities: true,
  client_blobs_to_remove: true,
  client_contacts: true,
  client_distinctions: true,
  client_entries: true,
  client_files_to_remove: true,
  client_tasks: true,
  clients: true,
  composition_state: true,
  content: true,
  crews: true,
  deploy_tokens: true,
  encoding_job: true,
  film_files: true,
  hero_contrasts: true,
  idempotency_keys: true,
  inquiries: true,
  inquiry_history: true,
  inquiry_views: true,
  known_devices: true,
  leases: true,
  load_reports: true,
  login_attempts: true,
  media: true,
  media_originals: true,
  message_recipients: true,
  muhurats: true,
  outbox: true,
  packages: true,
  passkeys: true,
  password_resets: true,
  photo_crops: true,
  photo_encodings: true,
  photos_awaiting_use: true,
  portfolio: true,
  privacy_settings: true,
  privacy_texts: true,
  profile: true,
  recovery_codes: true,
  releases: true,
  reply_templates: true,
  revisions: true,
  schedules: true,
  security_settings: true,
  services: true,
  sessions: true,
  sign_in_steps: true,
  site_images: true,
  stats: true,
  testimonials: true,
  timeline: true,
  totp_keys: true,
  translations: true,
  uploads: true,
  users: true,
  videos: true,
};

/** Names of all tables that the migrations create. `site-tables.test.ts` compares them. */
export const SITE_TABLES: ReadonlySet<string> = new Set(Object.keys(TABLES));

/**
 * Returns all tables of the current schema, also those of Kysely and of other programs. Views, tables of extensions and
 * other schemas are left out.
 */
export async function listTables(db: Kysely<Database>): Promise<{ name: string; isReadable: boolean }[]> {
  const { rows } = await sql<{ name: string; isReadable: boolean }>`
    select c.relname::text as name, has_table_privilege(c.oid, 'select') as "isReadable"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db);
  return rows;
}
