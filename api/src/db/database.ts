/**
 * Every table by name. A feature's tables are typed in its own `<noun>.table.ts`; this is where they meet:
 * `export interface Database extends MediaTables, …`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features that fill it follow
export interface Database {}
