import type { Promotion, Release, Remote } from '@godhuli/contracts/releases';

/**
 * Returns the releases that the API withdraws when `target` is made live, in the order of the remote. A first promotion
 * withdraws none. A release that is `previous` replaces the live one; one that was live before and is older than the live
 * one replaces all newer ones that were ever live.
 * @param promotions the history of the remote; without it only a part of them is known
 */
export function withdrawnBy(target: Release, remote: Remote, promotions: readonly Promotion[]): Release[] {
  const live = remote.releases.find(({ version }) => version === remote.live);
  if (!live || live.version === target.version) return [];
  const liveOnce = new Set(promotions.filter(({ channel }) => channel === 'live').map(({ version }) => version));
  const isPrevious = target.channels.includes('previous');
  const isOlder = target.publishedAt < live.publishedAt;
  const isReturn = isPrevious || liveOnce.has(target.version);
  return remote.releases.filter((release) => {
    if (release.withdrawn) return false;
    if (release.version === live.version) return isPrevious || (isReturn && isOlder);
    return isReturn && isOlder && release.publishedAt > target.publishedAt && liveOnce.has(release.version);
  });
}
