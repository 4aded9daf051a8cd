import { TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { PageQuery } from '@godhuli/contracts/pages';
import type { PortfolioHistory, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { historyOf, THIS_INSTALLATION } from '../audit/index.js';
import { PHOTO_TEXTS } from './portfolio-items.js';

type Entry = PortfolioHistory['entries'][number];
type Item = Partial<StaffPortfolioItem>;

/** What staff edit, in the order of the dialog. */
const FIELDS = ['title', 'category', 'place', 'description', 'hero', 'published'] as const;

/** Returns what happened to an item, from the audit log. Older entries may lack fields. @throws NotFound */
export async function portfolioHistory(db: Kysely<Database>, id: string, page: PageQuery): Promise<PortfolioHistory> {
  const exists = await db.selectFrom('portfolio').select('id').where('id', '=', id).executeTakeFirst();
  if (!exists) throw new NotFound();
  const { rows, next } = await historyOf(db, id, page);
  const entries = rows.map(({ id: _id, at, user_name: by, action, before, after }): Entry => {
    const item = itemOf(after);
    return {
      ...{ _id, at: at.toISOString(), by, action: action.replace('portfolio.', '') as Entry['action'] },
      changes: changesOf(itemOf(before), item),
      item,
    };
  });
  const first = rows.at(-1);
  // What came with the installation has no entry of its own. It is known from the first change.
  if (first && next === null && first.action !== 'portfolio.create') {
    const item = itemOf(first.before);
    const by = THIS_INSTALLATION.name;
    if (item) entries.push({ _id: first.id, at: first.at.toISOString(), by, action: 'create', changes: [], item });
  }
  return { entries, next };
}

/** The content of an entry, as far as it is an item. */
const itemOf = (value: unknown): Item | null => (typeof value === 'object' ? (value as Item | null) : null);

function changesOf(before: Item | null, after: Item | null): Entry['changes'] {
  if (!before || !after) return [];
  const pairs: [string, unknown, unknown][] = [
    ...FIELDS.map((field): [string, unknown, unknown] => [field, before[field], after[field]]),
    ['photo', photoOf(before), photoOf(after)],
    ['portrait', before.portrait?.id ?? null, after.portrait?.id ?? null],
    ['alt', before.media?.alt, after.media?.alt],
    ['focal', before.media?.focal, after.media?.focal],
    ...TRANSLATED_LOCALES.flatMap((locale) =>
      PHOTO_TEXTS.map((field): [string, unknown, unknown] => {
        // Entries from before there were languages have none.
        const textOf = ({ translations }: Item) => translations?.[locale]?.[field] ?? '';
        return [`${locale}.${field}`, textOf(before), textOf(after)];
      }),
    ),
  ];
  const isNew = photoOf(before) !== photoOf(after);
  return pairs
    .filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to))
    .filter(([field]) => !isNew || !['alt', 'focal'].includes(field))
    .map(([field, from = null, to = null]) => ({ field, from, to }));
}

const photoOf = ({ media, image }: Item): string | null => media?.id ?? image ?? null;
