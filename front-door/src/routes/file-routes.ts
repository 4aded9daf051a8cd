import { type Representation, respond } from '@godhuli/server/representation';
import { COMMON_HEADERS, SANDBOXED_FILE_HEADERS } from '@godhuli/server/security-headers';
import { type Context, Hono } from 'hono';
import type { ReleaseFiles } from '../composition/release-files.js';
import type { ShellAssets } from '../http/shell-assets.js';
import type { Logger } from '../logger.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Of a file that is uncompressed while many are being compressed: shared caches must not keep it so for a year. */
const FOR_NOW = `${IMMUTABLE}, s-maxage=60`;

function fileResponse(
  c: Context,
  file: Representation | null | undefined,
  cacheControl: string,
  headers: Readonly<Record<string, string>> = COMMON_HEADERS,
): Response | Promise<Response> {
  if (!file) return c.text('Not Found', 404, { 'cache-control': 'no-cache' });
  return respond(c.req.raw, file, { ...headers, 'cache-control': cacheControl });
}

const cacheControlOf = (c: Context, file: Representation | null) =>
  file?.isUncompressedForNow(c.req.header('accept-encoding')) ? FOR_NOW : IMMUTABLE;

/**
 * The files of the shell's browser build, and those of other builds that pages still need.
 * @param statics by path, see `readStaticFiles`
 */
export function shellFileRoutes(statics: Map<string, Representation>, ofOtherBuilds: Pick<ShellAssets, 'get'>): Hono {
  const app = new Hono();
  app.get('/assets/*', async (c) => {
    const path = c.req.path.slice(1);
    const file = statics.get(path) ?? (await ofOtherBuilds.get(path));
    return fileResponse(c, file, cacheControlOf(c, file));
  });
  for (const file of [...statics.keys()].filter((path) => !path.startsWith('assets/') && path !== 'shell.json'))
    app.get(`/${file}`, (c) => fileResponse(c, statics.get(file), 'public, max-age=3600'));
  return app;
}

/** The files of releases: their own, and those that are named by their content, which all releases of a remote share. */
export function releaseFileRoutes(files: ReleaseFiles, logger: Logger): Hono {
  const releaseFile = async (c: Context, find: () => Promise<Representation | null>) => {
    try {
      const file = await find();
      return await fileResponse(c, file, cacheControlOf(c, file), SANDBOXED_FILE_HEADERS);
    } catch (error) {
      logger.error({ err: error, path: c.req.path }, 'could not serve a release file');
      return c.text('Bad Gateway', 502, { 'cache-control': 'no-store' });
    }
  };
  return new Hono()
    .get('/remotes/:name/assets/*', (c) =>
      releaseFile(c, () => files.getByContent(c.req.param('name'), pathAfter(c, 3))),
    )
    .get('/remotes/:name/:version/*', (c) =>
      releaseFile(c, () => files.get(c.req.param('name'), c.req.param('version'), pathAfter(c, 4))),
    );
}

/** Returns the path inside a release; '' if it is not valid text. */
function pathAfter(c: Context, segments: number): string {
  try {
    return decodeURIComponent(c.req.path.split('/').slice(segments).join('/'));
  } catch {
    return '';
  }
}
