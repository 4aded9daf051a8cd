import type { ColumnType, Generated } from 'kysely';

type JsonColumn = ColumnType<unknown, string | null, never>;

export interface AuditTables {
  audit: {
    id: Generated<string>;
    at: Generated<Date>;
    user_id: string | null;
    user_name: string;
    /** an IPv4 address, the /64 of an IPv6 address, or null for the installation itself */
    network: string | null;
    /** noun and verb: 'services.create' */
    action: string;
    entity_id: string;
    before: JsonColumn;
    after: JsonColumn;
  };
}
