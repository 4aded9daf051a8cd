import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '@godhuli/server/startup-error';
import { z } from 'zod';

const mountSchema = z.object({ path: z.string().startsWith('/'), remote: z.string(), zone: z.string() });
const scriptsSchema = z.array(z.object({ src: z.string(), integrity: z.string() })).min(1);
const shellBuildSchema = z.object({
  /** the first scripts of a document: in a zone with a router, and in a zone with a single page */
  scripts: z.object({ routed: scriptsSchema, onePage: scriptsSchema }),
  /** the inline script of every document */
  boot: z.string().min(1),
  styles: z.object({ critical: z.string(), fonts: z.string(), shell: z.string() }),
  pages: z.object({ notFound: z.object({ en: z.string(), mr: z.string(), hi: z.string() }), notice: z.string() }),
  /** the empty toast area of a document, by its language */
  toastArea: z.object({ en: z.string() }).catchall(z.string()),
  /** what the shell says beside a page, by the language of the document; English is in its scripts */
  labels: z.record(z.string(), z.object({ lang: z.string(), partly: z.string(), retry: z.string() })),
  mounts: z.array(mountSchema).min(1),
});
/** `shell.json`, which describes the shell's browser build. */
export type ShellBuild = z.infer<typeof shellBuildSchema>;

/** @throws StartupError if the shell has not been built into this folder */
export async function readShellBuild(directory: string): Promise<ShellBuild> {
  const text = await readFile(join(directory, 'shell.json'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new StartupError(`There is no build of the shell in ${directory}. Run: npm run build`, { cause });
  });
  return shellBuildSchema.parse(JSON.parse(text));
}
