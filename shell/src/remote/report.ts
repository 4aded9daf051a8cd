import type { PageRelease } from '@godhuli/contracts/page';
import type { LoadReport } from '@godhuli/contracts/releases';

/** A page that fails over and over says so this often. */
const REPORT_LIMIT = 20;
let sent = 0;

/** Tells the host which release failed at which stage. Never throws; survives the closing of the page. */
export function reportFailure(release: PageRelease, stage: LoadReport['stage'], cause: string): void {
  sent += 1;
  if (sent > REPORT_LIMIT) return;
  const report: LoadReport = {
    remote: release.name,
    version: release.version,
    stage,
    cause: cause.slice(0, 500),
    page: location.pathname.slice(0, 300),
  };
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  if (navigator.sendBeacon?.('/api/composition/reports', body)) return;
  fetch('/api/composition/reports', { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

/** Reports errors outside rendering (event handlers, timers) by the release whose script threw them. */
export function reportUncaughtErrors(releases: PageRelease[]): void {
  window.addEventListener('error', (event) => {
    const release = releases.find(({ baseUrl }) => event.filename?.includes(baseUrl));
    if (release) reportFailure(release, 'event', event.message);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const stack = reason instanceof Error ? (reason.stack ?? '') : '';
    const release = releases.find(({ baseUrl }) => stack.includes(baseUrl));
    if (release) reportFailure(release, 'event', String(reason));
  });
}
