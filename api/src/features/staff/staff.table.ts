import type { Generated } from 'kysely';

interface TitledTable {
  id: Generated<string>;
  title: string;
  created_at: Generated<Date>;
}

export interface StaffTables {
  blogs: TitledTable;
  videos: TitledTable;
}
