import { CheckTimedOut, type IsolatedResult } from '@godhuli/release-gate/isolated-checks';
import type { CompositionSource } from './composition.service.js';
import type { Probe } from './load-reports.service.js';
import type { ReleasesService } from './releases.service.js';

/** Checks of the gate that depend on the data of the site. */
const PAGE_CHECKS: readonly string[] = ['server-render', 'smoke'];

/** Tries pages of a release. */
type Try = (version: string, paths: readonly string[]) => Promise<IsolatedResult>;

/**
 * Runs the gate again over the stored files, with the current data: finds damaged files, and pages that no longer render
 * with what staff have entered since. Then mounts the release in a document: finds errors in effects. Then does both with the pages that
 * visitors report. The last good release is the control: if it fails at the same page, the data or the document is at fault, not the
 * release. A check that was not done in time is no reason to replace a release.
 */
export const probeByGate =
  (releases: ReleasesService, composition: Pick<CompositionSource, 'current'>): Probe =>
  async ({ remote, version, pages }) => {
    /** @returns undefined if they were not done in time */
    const failedChecks = async (candidate: string) => {
      const checks = await releases.check(remote, candidate).catch((error: unknown) => {
        if (error instanceof CheckTimedOut) return undefined;
        throw error;
      });
      return checks?.filter((check) => !check.ok);
    };
    const previous = (await composition.current()).remotes[remote]?.previous?.version;
    const failed = (await failedChecks(version)) ?? [];
    const isOfPages = failed.every(({ name }) => PAGE_CHECKS.includes(name));
    // Damage of the control says nothing about pages, so it excuses none.
    const control = failed.length > 0 && isOfPages && previous !== undefined ? await failedChecks(previous) : [];
    const unexcused = failed.filter(({ name }) => control?.every((check) => check.name !== name));
    if (unexcused.length > 0)
      return { ok: false, cause: unexcused.map((check) => `${check.name}: ${check.message}`).join(' ') };
    if (previous === undefined) return { ok: true, cause: '' };

    const mount: Try = (candidate, paths) => releases.mountInDocument(remote, candidate, paths);
    const render: Try = (candidate, paths) => releases.renderOnServer(remote, candidate, paths);
    const sample = await releases.samplePaths(remote, version);
    const reported = await releases.reportedPaths(remote, [version, previous], pages);
    const steps: [Try, readonly string[]][] = [
      // The gate ended at the first page that fails in both.
      ...(failed.some(({ name }) => name === 'server-render') ? [[render, sample] as [Try, string[]]] : []),
      [mount, sample],
      [render, reported],
      [mount, reported],
    ];
    for (const [step, paths] of steps) {
      const cause = await causeOfRegression(step, version, previous, paths);
      if (cause !== null) return { ok: false, cause };
    }
    return { ok: true, cause: '' };
  };

/**
 * Returns why a release fails at pages at which the last good one does not; null if there are none. A failure ends the try of several
 * pages, so a page that fails in both, which anyone may report, would hide the next ones: such pages are left out of a second try.
 */
async function causeOfRegression(
  step: Try,
  version: string,
  previous: string,
  paths: readonly string[],
): Promise<string | null> {
  const tried = await step(version, paths);
  if (tried.ok || tried.timedOut) return null;
  if ((await step(previous, paths)).ok) return tried.cause;
  const comparable: string[] = [];
  for (const path of paths) if ((await step(previous, [path])).ok) comparable.push(path);
  const again = await step(version, comparable);
  return again.ok || again.timedOut ? null : again.cause;
}
