/** What guests use of the global of Deno. */
declare const Deno: {
  stdin: { read(buffer: Uint8Array): Promise<number | null> };
  stdout: { writeSync(bytes: Uint8Array): number };
  exit(code: number): never;
  memoryUsage(): { rss: number };
  /** in microseconds */
  cpuUsage(): { user: number; system: number };
};
