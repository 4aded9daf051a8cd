import type { RenderOutput } from '@godhuli/contracts/host';
import type { ReleaseFiles } from '../composition/release-files.js';
import type { Logger } from '../logger.js';
import { NotRun } from '../rendering/fair-queue.js';
import type { RenderPool } from '../rendering/render-pool.js';
import type { PageRequest } from './page-request.js';

interface Options {
  renderPool: RenderPool;
  files: ReleaseFiles;
  logger: Logger;
}

export type RenderPage = ReturnType<typeof createRenderPage>;

/** Returns a function that lets the server build of a release render a page. */
export function createRenderPage({ renderPool, files, logger }: Options) {
  /**
   * Renders a page; null without a server build or a sandbox.
   * @throws Error if the release fails
   * @throws ReleaseReplaced, NotRun
   */
  return async function renderPage(request: PageRequest): Promise<RenderOutput | null> {
    const { live, mount, page, data, origin, lane, form, hasEditMarks } = request;
    const file = live.server;
    if (!file) return null;
    const release = { name: live.name, version: live.version };
    const target = {
      key: `${live.name}/${live.version}`,
      file,
      materialize: () => files.materialize(live, [file]),
    };
    const input = { url: page.url, data: data.values, basePath: mount.path, origin, release, form };
    const marked = hasEditMarks ? { ...input, preview: true as const } : input;
    try {
      return await renderPool.render(target, marked, lane, page.data.route);
    } catch (error) {
      if (!(error instanceof NotRun))
        logger.warn(
          { err: error, release: live.version, path: page.url },
          'server rendering failed; the browser will render this page',
        );
      throw error;
    }
  };
}
