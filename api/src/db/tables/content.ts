import type { Generated } from 'kysely';

export interface ContentTables {
  content: { id: Generated<string>; section: string; key: string; value: string };
}
