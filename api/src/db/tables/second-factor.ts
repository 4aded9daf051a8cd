import type { ColumnType, Generated } from 'kysely';

/** What a started sign-in or registration waits for. */
export type StepPurpose = 'second step' | 'passkey sign-in' | 'new passkey';

export interface SecondFactorTables {
  /** the key of a user's authenticator app (RFC 6238) */
  totp_keys: {
    user_id: string;
    /** base32 */
    key: string;
    /** the time step of the last accepted code: none is accepted twice */
    last_step: ColumnType<string, number | undefined, number>;
    /** null until the user has entered a code */
    confirmed_at: Date | null;
    created_at: Generated<Date>;
  };
  /** unused recovery codes */
  recovery_codes: {
    id: Generated<string>;
    user_id: string;
    /** SHA-256 of the code, hexadecimal */
    code_hash: string;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    /** base64url */
    credential_id: string;
    /** COSE key, base64url */
    public_key: string;
    /** how often the authenticator has signed; 0 for those that do not count */
    counter: ColumnType<string, number, number>;
    transports: ColumnType<string[], string, never>;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  /** sign-ins after the password and before the second step, and challenges of passkeys; each works once */
  sign_in_steps: {
    /** SHA-256 of the cookie's token, hexadecimal */
    token_hash: string;
    purpose: StepPurpose;
    user_id: string | null;
    session_id: string | null;
    challenge: string | null;
    attempts: Generated<number>;
    created_at: Generated<Date>;
  };
  /** one row */
  security_settings: {
    id: Generated<boolean>;
    /** null: nobody needs a second factor */
    second_factor_required_since: Date | null;
  };
}
