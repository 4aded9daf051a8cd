import type { Role } from '@godhuli/contracts/roles';
import type { Generated } from 'kysely';

export interface AuthTables {
  users: {
    id: Generated<string>;
    /** lower case */
    email: string;
    name: string;
    role: Role;
    /** argon2id in PHC form */
    password_hash: string;
    disabled: Generated<boolean>;
    created_at: Generated<Date>;
  };
  sessions: {
    id: Generated<string>;
    /** SHA-256 of the cookie's token, hexadecimal */
    token_hash: string;
    user_id: string;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
  };
  /** one-time links to a new password */
  password_resets: {
    user_id: string;
    /** SHA-256 of the link's token, hexadecimal */
    token_hash: string;
    created_at: Generated<Date>;
  };
  login_attempts: { key: string; attempts: number; window_started_at: Date };
}
