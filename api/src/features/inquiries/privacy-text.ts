import { PRIVACY_NOTICE } from '@godhuli/contracts/privacy-notice';
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
    .orderBy('key')
    .execute();
  const text = [PRIVACY_NOTICE, ...rows.map(({ key, value }) => `${key}\n${value}`)].join('\n\n');
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
