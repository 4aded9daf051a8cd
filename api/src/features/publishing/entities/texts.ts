import type { TextBody } from '@godhuli/contracts/documents';
import { withDefaultTexts } from '@godhuli/contracts/documents';
import { TEXT_SECTIONS, type TextSection } from '@godhuli/contracts/site-texts';
import type { Theme } from '@godhuli/contracts/theme';
import { contrastProblems, tonesOf } from '@godhuli/design-tokens/themes';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/database.js';
import { BadInput } from '../../../http/errors.js';
import { requireStoredMedia } from '../../media/index.js';
import type { EntityStore } from './entity-store.js';

/** The texts of the page, one document per section. */
export const texts: EntityStore = {
  tables: ['content'],
  async read(db, ids = TEXT_SECTIONS) {
    const rows = await db
      .selectFrom('content')
      .select(['section', 'key', 'value'])
      .where('section', 'in', [...ids, ''])
      .execute();
    return new Map(
      ids.map((id) => {
        const stored = Object.fromEntries(rows.flatMap((row) => (row.section === id ? [[row.key, row.value]] : [])));
        return [id, withDefaultTexts(id as TextSection, stored)];
      }),
    );
  },
  async apply(transaction, section, body, before) {
    for (const field of IMAGES[section] ?? []) await storeImage(transaction, section, field, body[field] as string);
    if (section === 'theme') requireContrast(body as Theme);
    const changed = Object.entries(body as TextBody).filter(([key, value]) => before?.[key] !== value);
    if (changed.length === 0) return;
    await transaction
      .insertInto('content')
      .values(changed.map(([key, value]) => ({ section, key, value })))
      .onConflict((conflict) =>
        conflict.columns(['section', 'key']).doUpdateSet((of) => ({ value: of.ref('excluded.value') })),
      )
      .execute();
  },
};

/** The photos in texts. What visitors see of them is a row with a reference, so that they are public and stay stored. */
const IMAGES: Readonly<Record<string, readonly string[]>> = { seo: ['share_image'], logo: ['on_dark', 'on_light'] };

async function storeImage(
  transaction: Transaction<Database>,
  section: string,
  field: string,
  id: string,
): Promise<void> {
  const name = `${section}.${field}`;
  await requireStoredMedia(transaction, id, field);
  await transaction.deleteFrom('site_images').where('name', '=', name).execute();
  if (id !== '') await transaction.insertInto('site_images').values({ name, media_id: id }).execute();
}

/** Refuses colours that do not pass WCAG 2.2 AA. @throws BadInput */
function requireContrast(theme: Theme): void {
  const [problem] = contrastProblems(tonesOf(theme));
  if (problem) throw new BadInput([{ field: 'accent', message: `These colours are hard to read. ${problem}.` }]);
}

/** Returns whether a section of `content` can be edited as a document. */
export const isTextSection = (section: string): section is TextSection => (TEXT_SECTIONS as string[]).includes(section);
