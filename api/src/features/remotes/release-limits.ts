/** Limits of a release. An upload that exceeds one is cut off before the rest arrives. */
export const RELEASE_LIMITS = {
  /** the packed upload */
  packedBytes: 20 * 1024 * 1024,
  /** everything unpacked, tar headers included */
  unpackedBytes: 60 * 1024 * 1024,
  /** entries of the archive, folders included */
  entries: 502,
  /** depth of folders */
  depth: 10,
} as const;

/** How many channels of a remote may be set by name, `live` not counted. */
export const CHANNELS_PER_REMOTE = 50;
