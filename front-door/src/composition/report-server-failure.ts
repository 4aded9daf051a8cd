import type { ComposedRelease, LoadReport } from '@godhuli/contracts/releases';
import { type Api, internalRequest, withApiTimeout } from '../api-client.js';

/** Reports a release whose server build fails, which counts like a failure in the browser. */
export async function reportServerFailure(
  api: Api,
  release: ComposedRelease,
  page: string,
  cause: string,
): Promise<void> {
  const report: LoadReport = {
    remote: release.name,
    version: release.version,
    stage: 'server',
    cause: cause.slice(0, 500),
    page: page.slice(0, 300),
  };
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(report) };
  await withApiTimeout((signal) => api(internalRequest('/api/composition/reports', { ...init, signal })));
}
