import type { SitePreview } from '@godhuli/contracts/publishing';

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lays what drafts change over the live data of a page. Items keep the fields that drafts do not have. */
export function withDrafts(live: Readonly<Record<string, unknown>>, { lists, objects }: SitePreview) {
  const values: Record<string, unknown> = { ...live };
  for (const [path, { ids, changed }] of Object.entries(lists)) {
    const rows = Array.isArray(live[path]) ? live[path].filter(isRow) : [];
    const byId = new Map(rows.map((row) => [row._id, row]));
    values[path] = ids.flatMap((id) => {
      const row = byId.get(id);
      return row || changed[id] ? [{ ...row, ...changed[id] }] : [];
    });
  }
  for (const [path, changed] of Object.entries(objects))
    values[path] = { ...(isRow(live[path]) ? live[path] : {}), ...changed };
  return values;
}
