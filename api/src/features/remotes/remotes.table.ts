import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string, string>;
/** Filled by the database, a string of digits. */
type Identity = ColumnType<string, never, never>;

/** Append-only: only `withdrawn` and `files_removed_at` ever change (a trigger holds that). */
export interface ReleasesTable {
  id: Identity;
  remote: string;
  version: string;
  manifest: Json<ReleaseManifest>;
  /** bytes of all files */
  size: number;
  published_by: string;
  published_at: Date;
  checks: Json<GateCheck[]>;
  withdrawn: Generated<boolean>;
  /** when retention took the files away; such a release can no longer be promoted */
  files_removed_at: Date | null;
}

export interface ChannelsTable {
  remote: string;
  channel: string;
  version: string;
  moved_at: Date;
  /** moved by the installation itself, after failures in the field */
  automatic: boolean;
}

/** Every move of a channel, append-only: the audit of what was live when, by whom and why. */
export interface ChannelMovesTable {
  id: Identity;
  remote: string;
  channel: string;
  version: string;
  from_version: string | null;
  moved_by: string;
  reason: string;
  automatic: boolean;
  moved_at: Date;
}

/** One row. */
export interface CompositionStateTable {
  id: number;
  /** grows with every change of what is live */
  generation: Generated<string>;
  /** keeps the addresses of reporters from being guessed out of their digests */
  report_salt: Generated<string>;
  /** signs the cookies of staff who look at another release */
  preview_key: Generated<string>;
}

export interface DeployTokensTable {
  id: Identity;
  remote: string;
  /** SHA-256 of the token, hexadecimal */
  token_hash: string;
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export interface LoadReportsTable {
  id: Identity;
  remote: string;
  version: string;
  stage: string;
  cause: string;
  page: string;
  /** salted digest of the address that reported */
  reporter: string;
  reported_at: Date;
}

export interface RemotesTables {
  releases: ReleasesTable;
  channels: ChannelsTable;
  channel_moves: ChannelMovesTable;
  composition_state: CompositionStateTable;
  deploy_tokens: DeployTokensTable;
  load_reports: LoadReportsTable;
}
