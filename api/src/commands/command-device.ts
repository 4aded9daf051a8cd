import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isDataDirectory } from '../db/data-directory.js';

const FILE = 'command-devices.json';
/** Device cookies by site and account. */
const fileSchema = z.record(z.string(), z.string().regex(/^[\w-]+=[\w-]{43}$/));

/** The stored device cookie of one account at one site. */
export interface CommandDevice {
  /** `name=value`, or undefined before the first sign-in */
  cookie: string | undefined;
  /** Stores the cookie of the last sign-in. */
  save(cookie: string): Promise<void>;
}

/**
 * Reads the device cookie of the commands from a file in the data directory that only its owner can read. A known device can
 * sign in while others guess at the account. Without an installation in `dataDir`, or without permission to write there,
 * every sign-in is from a new device.
 */
export async function readCommandDevice(dataDir: string, origin: string, email: string): Promise<CommandDevice> {
  const path = join(dataDir, FILE);
  const key = `${origin} ${email.toLowerCase()}`;
  const cookie = (await readDevices(path))[key];
  const save = async (next: string) => {
    if (next === cookie || !(await isDataDirectory(dataDir))) return;
    const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const devices = { ...(await readDevices(path)), [key]: next };
      await writeFile(unfinished, `${JSON.stringify(devices)}\n`, { mode: 0o600, flush: true });
      await rename(unfinished, path);
    } catch (error) {
      if (!CANNOT_WRITE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
  return { cookie, save };
}

const CANNOT_WRITE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

async function readDevices(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    // A damaged file only makes the next sign-in one from a new device.
    return {};
  }
}
