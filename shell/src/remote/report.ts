import { PAGE_SCRIPT_READY } from '@godhuli/contracts/host';
import { type PageRelease, releaseFileUrl } from '@godhuli/contracts/page';
import type { LoadReport } from '@godhuli/contracts/releases';
import type { Composition } from '../page';

/** The most reports that one page sends. */
const REPORT_LIMIT = 20;
let sent = 0;

/** Reports which release failed at which step. Never throws; the request survives the closing of the page. */
export function reportFailure(release: PageRelease, step: LoadReport['stage'], cause: string): void {
  sent += 1;
  if (sent > REPORT_LIMIT) return;
  const report: LoadReport = {
    remote: release.name,
    version: release.version,
    stage: step,
    cause: cause.slice(0, 500),
    page: location.pathname.slice(0, 300),
  };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  if (navigator.sendBeacon?.('/api/composition/reports', body)) return;
  fetch('/api/composition/reports', { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

/**
 * Returns the release whose script URL is in a text. The container entry has a URL per release; a file that two releases
 * share counts for the first of them.
 */
function releaseNamedIn(text: string, releases: PageRelease[]): PageRelease | undefined {
  const hasFileOf = ({ baseUrl, files }: PageRelease) =>
    files.some(({ path }) => text.includes(releaseFileUrl(baseUrl, path)));
  return releases.find(({ baseUrl }) => text.includes(baseUrl)) ?? releases.find(hasFileOf);
}

/** Reports a page script that failed before the shell was loaded. One that still loads is not a failure. */
export function reportPageScript({ pageScript, remotes, mount }: Composition): void {
  const live = remotes[mount.remote]?.live;
  if (!pageScript || !live || document.querySelector(`[${PAGE_SCRIPT_READY}]`)) return;
  const script = [...document.scripts].find((element) => element.getAttribute('src') === pageScript.src);
  if (script?.dataset.state === 'failed') reportFailure(live, 'entry', `${pageScript.src} cannot be loaded`);
  if (script?.dataset.state === 'loaded') reportFailure(live, 'event', `${pageScript.src} did not run to its end`);
}

/** Reports errors outside rendering (event handlers, timers) for the release whose script threw them. */
export function reportUncaughtErrors(releases: PageRelease[]): void {
  window.addEventListener('error', (event) => {
    const release = releaseNamedIn(event.filename ?? '', releases);
    if (release) reportFailure(release, 'event', event.message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const stack = reason instanceof Error ? (reason.stack ?? '') : '';
    const release = releaseNamedIn(stack, releases);
    if (release) reportFailure(release, 'event', String(reason));
  });
}
