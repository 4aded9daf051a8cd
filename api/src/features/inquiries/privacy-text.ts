import type { Language } from '@godhuli/contracts/inquiries';
import { PRIVACY_LABELS, PRIVACY_TEXT } from '@godhuli/contracts/privacy-text';
import { SITE_TEXTS, withMonths } from '@godhuli/contracts/site-texts';
import { contentTag } from '@godhuli/server/digest';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/** Locales of the months, as the labels of the page name them. */
const NUMBERS: Readonly<Record<Language, string>> = { en: 'en', mr: 'mr-IN-u-nu-deva', hi: 'hi-IN-u-nu-latn' };

/**
 * Returns the version of what a visitor is told in a language: the notice beside the form and the published texts of `/privacy`.
 * The texts of each version are kept, so that they can be shown later.
 */
export async function currentPrivacyText(transaction: Kysely<Database>, language: Language): Promise<string> {
  const content = await transaction
    .selectFrom('content')
    .select(['key', 'value'])
    .where('section', '=', 'privacy')
    .execute();
  const translation =
    language === 'en'
      ? undefined
      : await transaction
          .selectFrom('translations')
          .select('body')
          .where('entity', '=', 'text')
          .where('entity_id', '=', 'privacy')
          .where('locale', '=', language)
          .executeTakeFirst();
  // The page shows the English text for a missing or blank translation, and its own text for a missing or blank English one.
  const published = (key: 'title' | 'text') =>
    String(translation?.body[key] ?? '').trim() || content.find((row) => row.key === key)?.value.trim();
  const { notice, title } = PRIVACY_LABELS[language];
  const heading = published('title') || title;
  const { retention_months } = await transaction
    .selectFrom('privacy_settings')
    .select('retention_months')
    .executeTakeFirstOrThrow();
  const months = retention_months.toLocaleString(NUMBERS[language]);
  const text = [
    notice,
    // A published title that is still the default one is a label too.
    heading === SITE_TEXTS.privacy.title ? title : heading,
    withMonths(published('text') || PRIVACY_TEXT[language], months),
  ].join('\n\n');
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
