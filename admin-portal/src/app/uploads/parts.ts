const KIB = 1024;

/**
 * How many bytes the next part has: what takes about four seconds. The server disconnects a request that is slow for long,
 * and a lost connection loses one part.
 */
export class PartSize {
  bytes = 1024 * KIB;

  learn(sentBytes: number, milliseconds: number): void {
    const perSecond = sentBytes / Math.max(0.001, milliseconds / 1000);
    const wanted = Math.min(perSecond * 4, this.bytes * 2);
    this.bytes = Math.round(Math.min(Math.max(wanted, 64 * KIB), 4096 * KIB));
  }
}

/** The sha256 of a file, or null where the browser cannot compute it: on a page over plain http. */
export async function hashOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
