import type { Generated } from 'kysely';

export interface ContentTables {
  content: { id: Generated<string>; section: string; key: string; value: string };
  /** the photos that published texts name: 'logo.on_dark' */
  site_images: { name: string; media_id: string };
}
