import type { NoticeKind } from '@godhuli/contracts/account';
import type { Role } from '@godhuli/contracts/roles';
import type { ColumnType, Generated } from 'kysely';

export interface UsersTables {
  users: {
    id: Generated<string>;
    /** lower case */
    email: string;
    name: string;
    role: Role;
    /** argon2id in PHC form */
    password_hash: string;
    disabled: Generated<boolean>;
    /** identifies the user to passkeys, and reveals nothing */
    passkey_handle: Generated<string>;
    created_at: Generated<Date>;
  };
  sessions: {
    id: Generated<string>;
    /** SHA-256 of the cookie's token, hexadecimal */
    token_hash: string;
    user_id: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    /** when the password was last entered in this session */
    confirmed_at: Generated<Date>;
    /** label of the browser and system: 'Chrome on Windows' */
    device: Generated<string>;
    /** of the last recorded request */
    network: string | null;
    device_id: string | null;
    /** the last notice dismissed in this session */
    seen_notice_id: Generated<string>;
  };
  /** browsers on which a user has signed in */
  known_devices: {
    id: Generated<string>;
    user_id: string;
    /** SHA-256 of the cookie's token, hexadecimal; all users of one browser share it */
    token_hash: string;
    /** the last notice dismissed on this device */
    seen_notice_id: Generated<string>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
  };
  /** one-time password reset links */
  password_resets: {
    user_id: string;
    /** SHA-256 of the link's token, hexadecimal */
    token_hash: string;
    created_at: Generated<Date>;
  };
  login_attempts: { key: string; attempts: number; window_started_at: Date };
  /** security notices to the owner of an account */
  account_notices: {
    id: Generated<string>;
    user_id: string;
    kind: NoticeKind;
    device: string;
    network: string | null;
    details: ColumnType<Record<string, unknown>, string, never>;
    /** the known device concerned */
    device_id: string | null;
    times: Generated<number>;
    at: Generated<Date>;
    /** when the email about it, or about one that it replaced, was added to the outbox */
    notified_at: Date | null;
  };
}
