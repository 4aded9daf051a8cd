import type { NoticeKind } from '@godhuli/contracts/account';
import type { ColumnType, Generated } from 'kysely';

export interface AccountTables {
  /** what happened to an account, for its owner */
  account_notices: {
    id: Generated<string>;
    user_id: string;
    kind: NoticeKind;
    device: string;
    network: string | null;
    details: ColumnType<Record<string, unknown>, string, never>;
    /** the known device that it is about */
    device_id: string | null;
    times: Generated<number>;
    at: Generated<Date>;
    /** for a mail worker: when the owner was told outside the portal; nothing does so yet */
    notified_at: Date | null;
  };
}
