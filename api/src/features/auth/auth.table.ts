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
    /** when its password was entered last */
    confirmed_at: Generated<Date>;
    /** browser and system in words */
    device: Generated<string>;
    /** of the last request that was noted */
    network: string | null;
    device_id: string | null;
    /** notices up to this one were dismissed in it */
    seen_notice_id: Generated<string>;
  };
  /** browsers that a user has signed in on before */
  known_devices: {
    id: Generated<string>;
    user_id: string;
    /** SHA-256 of the cookie's token, hexadecimal; users of one browser share it */
    token_hash: string;
    /** notices up to this one were dismissed on it */
    seen_notice_id: Generated<string>;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
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
