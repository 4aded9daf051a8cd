import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>;
/** Set by the database; a bigint as a string. */
type Identity = ColumnType<string, never, never>;

export interface RemotesTables {
  /** Append-only: a trigger allows changes of `withdrawn`, `files_removed_at` and `previewed_at` only. */
  releases: {
    id: Identity;
    remote: string;
    version: string;
    manifest: Json<ReleaseManifest>;
    /** bytes of all files */
    size: number;
    /** computed by the database from the manifest */
    file_count: ColumnType<number, never, never>;
    published_by: string;
    published_at: Date;
    checks: Json<GateCheck[]>;
    withdrawn: Generated<boolean>;
    /** when retention removed the files; the release can no longer be promoted */
    files_removed_at: Date | null;
    /** when staff last began a preview of it */
    previewed_at: Date | null;
  };
  channels: {
    remote: string;
    channel: string;
    version: string;
    moved_at: Date;
    /** whether it was an automatic rollback after reported failures */
    automatic: boolean;
  };
  /** The promotions of channels, append-only: which release was live when, by whom and why. */
  channel_moves: {
    id: Identity;
    remote: string;
    channel: string;
    version: string;
    from_version: string | null;
    moved_by: string;
    reason: string;
    automatic: boolean;
    moved_at: Date;
  };
  /** One row. */
  composition_state: {
    id: number;
    /** incremented by every change of a live release */
    generation: Generated<string>;
    /** salt of the reporters' digests, so that their networks cannot be guessed */
    report_salt: Generated<string>;
    /** signs the preview cookies of staff */
    preview_key: Generated<string>;
  };
  deploy_tokens: {
    id: Identity;
    remote: string;
    /** SHA-256 of the token, hexadecimal */
    token_hash: string;
    created_by: string;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  load_reports: {
    id: Identity;
    remote: string;
    version: string;
    stage: string;
    cause: string;
    page: string;
    /** salted digest of the reporting network */
    reporter: string;
    reported_at: Date;
  };
}
