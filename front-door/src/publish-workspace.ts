/** The part of the API's releases that publishes a build folder. */
interface Releases {
  publishFromDirectory(build: {
    directory: string;
    remote: string;
    promote: 'live';
  }): Promise<{ version: string; isWithdrawn?: boolean }>;
}

interface PublishWorkspaceOptions {
  releases: Releases;
  /** this workspace's own remotes with the folders of their builds */
  builds: readonly { remote: string; directory: string }[];
  /** the remotes with a live release */
  served: ReadonlySet<string>;
  /** one line for a person */
  report(line: string): void;
  /** milliseconds between two attempts */
  retryMs?: number;
}

/** What the API throws when it could not decide about a build. */
const isUndecided = (cause: unknown) => cause instanceof Error && cause.name === 'Unavailable';

/** How long a start waits for new builds of remotes that have a live release, in all. A check takes minutes on a busy machine. */
const WAIT_MS = 60_000;

/**
 * Publishes builds one after the other, through the same code path as any team's. A build goes live if nothing is live, or if it
 * has changed and the live release is one of this workspace. One that is refused leaves only its own remote as it was. One that
 * could not be checked, as on a busy machine, is tried again in the background until it is published or refused.
 * @returns a function that ends all attempts: after the first attempts for remotes without a live release, which come first, and
 * those of the others, which continue in the background after a minute
 */
export async function publishWorkspace(options: PublishWorkspaceOptions): Promise<() => void> {
  const { releases, builds, served, report, retryMs = 15_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isOpen = false;
  const unchecked = new Set(builds.map(({ remote }) => remote));

  async function publishOne({ remote, directory }: (typeof builds)[number], isRetry: boolean): Promise<boolean> {
    try {
      const { version, isWithdrawn } = await releases.publishFromDirectory({ directory, remote, promote: 'live' });
      if (isWithdrawn)
        report(
          `${remote} was not published: ${version} was rolled back before, so it does not go live by itself. Promote it under Releases.`,
        );
      else if (isRetry || isOpen) report(`${remote} is published now.`);
    } catch (cause) {
      if (isStopped) return true;
      const message = cause instanceof Error ? cause.message : cause;
      if (!isUndecided(cause)) report(`${remote} was not published: ${message}`);
      else {
        if (!isRetry)
          report(`${remote} is not published yet: ${message} We try again until it is published or refused.`);
        return false;
      }
    } finally {
      unchecked.delete(remote);
    }
    return true;
  }

  /** Makes one attempt for each build. @returns those to try again */
  async function attempt(waiting: typeof builds, isRetry: boolean): Promise<typeof builds> {
    const left: (typeof builds)[number][] = [];
    for (const build of waiting) if (!isStopped && !(await publishOne(build, isRetry))) left.push(build);
    return left;
  }

  function tryAgain(waiting: typeof builds): void {
    if (waiting.length > 0 && !isStopped)
      timer = setTimeout(async () => tryAgain(await attempt(waiting, true)), retryMs);
  }

  const left = await attempt(
    builds.filter(({ remote }) => !served.has(remote)),
    false,
  );
  const others = attempt(
    builds.filter(({ remote }) => served.has(remote)),
    false,
  ).then((more) => tryAgain([...left, ...more]));
  let limit: NodeJS.Timeout | undefined;
  await Promise.race([others, new Promise((resolve) => (limit = setTimeout(resolve, WAIT_MS)))]);
  clearTimeout(limit);
  isOpen = true;
  for (const remote of unchecked)
    report(`The build of ${remote} is not checked yet. Its last release stays live until then.`);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
