import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const mountSchema = z.object({ path: z.string().startsWith('/'), remote: z.string(), zone: z.string() });
const scriptsSchema = z.array(z.object({ src: z.string(), integrity: z.string() })).min(1);
const shellBuildSchema = z.object({
  /** what a document begins with: one between whose pages a router moves, and one that is the only page of its zone */
  scripts: z.object({ routed: scriptsSchema, onePage: scriptsSchema }),
  /** the script that stands inside every document */
  boot: z.string().min(1),
  styles: z.object({ critical: z.string(), fonts: z.string(), shell: z.string() }),
  pages: z.object({ notFound: z.string(), notice: z.string() }),
  mounts: z.array(mountSchema).min(1),
});
/** `shell.json`: what the shell's browser build says about itself. */
export type ShellBuild = z.infer<typeof shellBuildSchema>;

/** @throws Error when the shell has not been built into this folder */
export async function readShellBuild(directory: string): Promise<ShellBuild> {
  return shellBuildSchema.parse(JSON.parse(await readFile(join(directory, 'shell.json'), 'utf8')));
}
