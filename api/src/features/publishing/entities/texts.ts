import type { TextBody } from '@godhuli/contracts/documents';
import { withDefaultTexts } from '@godhuli/contracts/documents';
import { TEXT_SECTIONS, type TextSection } from '@godhuli/contracts/site-texts';
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
    if (section === 'seo') await requireStoredMedia(transaction, body.share_image as string, 'share_image');
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

/** Returns whether a section of `content` can be edited as a document. */
export const isTextSection = (section: string): section is TextSection => (TEXT_SECTIONS as string[]).includes(section);
