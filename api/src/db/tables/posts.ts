import type { Generated } from 'kysely';

interface PostTable {
  id: Generated<string>;
  title: string;
  created_at: Generated<Date>;
}

export interface PostsTables {
  blogs: PostTable;
  videos: PostTable;
}
