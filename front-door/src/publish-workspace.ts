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
  /** one line for a person */
  report(line: string): void;
  /** milliseconds between two attempts */
  retryMs?: number;
}

/** What the API throws when it could not decide about a build. */
const isUndecided = (cause: unknown) => cause instanceof Error && cause.name === 'Unavailable';

/**
 * Publishes builds one after the other, through the same code path as any team's. A build goes live if nothing is live, or if it
 * has changed and the live release is one of this workspace. One that is refused leaves only its own remote as it was. One that
 * could not be checked, as on a busy machine, is tried again in the background until it is published or refused.
 * @returns after the first attempts, a function that ends the others
 */
export async function publishWorkspace(options: PublishWorkspaceOptions): Promise<() => void> {
  const { releases, builds, report, retryMs = 15_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function publishOne({ remote, directory }: (typeof builds)[number], isRetry: boolean): Promise<boolean> {
    try {
      const { version, isWithdrawn } = await releases.publishFromDirectory({ directory, remote, promote: 'live' });
      if (isWithdrawn)
        report(
          `${remote} was not published: ${version} was rolled back before, so it does not go live by itself. Promote it under Releases.`,
        );
      else if (isRetry) report(`${remote} is published now.`);
    } catch (cause) {
      if (isStopped) return true;
      const message = cause instanceof Error ? cause.message : cause;
      if (!isUndecided(cause)) report(`${remote} was not published: ${message}`);
      else {
        if (!isRetry)
          report(`${remote} is not published yet: ${message} We try again until it is published or refused.`);
        return false;
      }
    }
    return true;
  }

  async function attempt(waiting: typeof builds, isRetry: boolean): Promise<void> {
    const left: (typeof builds)[number][] = [];
    for (const build of waiting) if (!isStopped && !(await publishOne(build, isRetry))) left.push(build);
    if (left.length > 0 && !isStopped) timer = setTimeout(() => void attempt(left, true), retryMs);
  }

  await attempt(builds, false);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
