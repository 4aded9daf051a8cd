import { PRIVACY_NOTICE } from '@godhuli/contracts/inquiry-form';
import { SITE_TEXTS, withMonths } from '@godhuli/contracts/site-texts';
import { contentTag } from '@godhuli/server/digest';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/**
 * Returns the version of what a visitor is told: the notice beside the form and the published texts of `/privacy`. The texts
 * of each version are kept, so that they can be shown later.
 */
export async function currentPrivacyText(transaction: Kysely<Database>): Promise<string> {
  const rows = await transaction
    .selectFrom('content')
    .select(['key', 'value'])
    .where('section', '=', 'privacy')
    .execute();
  // The page shows the default text for a missing or blank one.
  const of = (key: 'title' | 'text') => rows.find((row) => row.key === key)?.value.trim() || SITE_TEXTS.privacy[key];
  const { retention_months } = await transaction
    .selectFrom('privacy_settings')
    .select('retention_months')
    .executeTakeFirstOrThrow();
  const text = [PRIVACY_NOTICE, of('title'), withMonths(of('text'), String(retention_months))].join('\n\n');
  const version = contentTag(text);
  const known = await transaction
    .selectFrom('privacy_texts')
    .select('version')
    .where('version', '=', version)
    .executeTakeFirst();
  if (!known)
    await sql`insert into privacy_texts (version, text) values (${version}, ${text}) on conflict do nothing`.execute(
      transaction,
    );
  return version;
}
