import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderInput, RenderOutput } from '@godhuli/contracts/host';
import { NoSandbox } from '@godhuli/sandbox/guest-process';
import { type LoadedServerBuild, loadServerBuild } from '@godhuli/sandbox/server-build';
import type { Logger } from '../logger.js';
import { type Circuit, CircuitBreaker, VariantCircuits } from './circuit-breaker.js';
import { createFairQueue, NotRun } from './fair-queue.js';

/** The release is no longer live, so its process was ended. This says nothing about the release. */
export class ReleaseReplaced extends Error {
  override name = 'ReleaseReplaced';
}

/** A release's server build. */
interface RenderTarget {
  /** name and version */
  key: string;
  /** path of `server.cjs` in the release */
  file: string;
  /** writes the server build to disk, checked; returns the release's folder */
  materialize(): Promise<string>;
}

interface RenderPoolOptions {
  logger: Logger;
  startLimitMs?: number;
  /** milliseconds; never steps back */
  elapsed?: () => number;
}

const RENDER_LIMIT_MS = 1000;
/** An idle process ends after this time; nearly all pages come from the cache. */
const IDLE_MS = 30_000;
/** CPU seconds of one process before it is replaced; each render has a time limit of its own. */
const CPU_SECONDS = 600;
const RECYCLE_AFTER_RENDERS = 2000;
const RECYCLE_ABOVE_BYTES = 200 * 1024 * 1024;

/** Pages that visitors can make up. The browser renders a page sooner than a visitor should wait for the queue. */
const VARIANT_QUEUE = { ofLane: 4, ofAll: 40, longestWaitMs: 1000 };
/** Drafts and posted forms of a release that wait: each starts a process. */
const PRIVATE_QUEUE = { ofLane: 4, ofAll: 6 };
/** Milliseconds for one of them, which is always the first page of its process: 0.3 s at a load of 20 on two cores. */
const PRIVATE_LIMIT_MS = 2000;

/** Who a page is for. Drafts and forms have processes of their own, each for one page: none of them may reach another reader (decision 055). */
type Audience = 'everyone' | 'editor' | 'sender';

function audienceOf({ preview, form }: RenderInput): Audience {
  if (preview) return 'editor';
  return form ? 'sender' : 'everyone';
}

/** One process at a time for the pages of a release with the same audience, one render at a time in it. */
class ReleaseRenderer {
  private build: LoadedServerBuild | null = null;
  private nextBuild: Promise<void> | undefined;
  private readonly isPrivate: boolean;
  private readonly queue: ReturnType<typeof createFairQueue>;
  private renders = 0;
  /** Of the pages that all visitors share. It stops every page. */
  private readonly sharedPages: CircuitBreaker;
  /** A visitor can make a page of their own fail, but not stop the pages of all others with it. */
  private readonly variants: VariantCircuits;
  /** Input reaches no start, so it counts for every page. */
  private readonly starts: CircuitBreaker;
  private closed = false;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    readonly target: RenderTarget,
    audience: Audience,
    private readonly options: Required<RenderPoolOptions>,
  ) {
    this.isPrivate = audience !== 'everyone';
    this.queue = createFairQueue(this.isPrivate ? PRIVATE_QUEUE : VARIANT_QUEUE);
    this.sharedPages = new CircuitBreaker(options.elapsed);
    this.variants = new VariantCircuits(options.elapsed);
    this.starts = new CircuitBreaker(options.elapsed);
  }

  async render(input: RenderInput, lane: string | null, route: string): Promise<RenderOutput | null> {
    const circuit = this.circuitOf(lane, route);
    this.checkCircuits(circuit);
    return this.queue.run(lane, () => this.renderNow(input, circuit));
  }

  close(): void {
    this.closed = true;
    this.end();
  }

  /** Returns what stops pages like this one; null for drafts and forms, whose input may be the reason of a failure. */
  private circuitOf(lane: string | null, route: string): Circuit | null {
    if (lane === null) return this.sharedPages;
    return this.isPrivate ? null : this.variants.circuitOf(lane, route);
  }

  private checkCircuits(circuit: Circuit | null): void {
    const paused = 'server rendering is paused after repeated failures';
    if (this.sharedPages.isOpen || this.starts.isOpen) throw new Error(paused);
    if (circuit?.isOpen) throw new NotRun(paused);
  }

  private end(): void {
    clearTimeout(this.idleTimer);
    this.build?.kill();
    this.build = null;
  }

  /** Lets the process wait for the next page. */
  private rest(): void {
    this.build?.pause();
    this.idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
  }

  /** Ends a process that has seen a draft or a form, and starts the one of the next page. */
  private replace(): void {
    this.end();
    if (this.closed) return;
    const start = async () => {
      this.build = await this.start(await this.target.materialize());
      this.rest();
    };
    // A failure is that of the next page, which starts a process itself.
    this.nextBuild = start().catch(() => undefined);
  }

  private async renderNow(input: RenderInput, circuit: Circuit | null): Promise<RenderOutput | null> {
    await this.nextBuild;
    if (this.closed) throw new ReleaseReplaced('its release is no longer live');
    // It may have opened while the page waited.
    this.checkCircuits(circuit);
    clearTimeout(this.idleTimer);
    const limitMs = this.isPrivate ? PRIVATE_LIMIT_MS : RENDER_LIMIT_MS;
    if (this.build?.ended) this.build = null;
    // The file on disk is checked before it is executed, not before each render of a running process.
    const directory = this.build ? null : await this.target.materialize();
    try {
      if (directory !== null) this.build = await this.start(directory);
      if (!this.build || this.closed) throw new ReleaseReplaced('its release is no longer live');
      this.renders += 1;
      const { output, rssBytes } = await this.build.render(input, limitMs);
      circuit?.recordSuccess();
      if (this.isPrivate) this.replace();
      else if (this.renders >= RECYCLE_AFTER_RENDERS || rssBytes > RECYCLE_ABOVE_BYTES) this.end();
      else this.rest();
      return output;
    } catch (cause) {
      this.end();
      if (cause instanceof NoSandbox) return null;
      if (this.closed) throw new ReleaseReplaced('its release is no longer live', { cause });
      circuit?.recordFailure();
      throw cause;
    }
  }

  private async start(directory: string): Promise<LoadedServerBuild> {
    const { logger, startLimitMs } = this.options;
    const { file, key } = this.target;
    this.renders = 0;
    const source = await readFile(join(directory, file), 'utf8');
    if (this.closed) throw new ReleaseReplaced('its release is no longer live');
    const build = await loadServerBuild({
      path: file,
      source,
      cpuSeconds: CPU_SECONDS,
      startLimitMs,
      onStderr: (text) =>
        logger.warn({ release: key, text: text.slice(0, 500) }, 'a server build wrote to standard error'),
    }).catch((error) => {
      if (!(error instanceof NoSandbox)) this.starts.recordFailure();
      throw error;
    });
    this.starts.recordSuccess();
    // Closed while it started.
    if (this.closed) build.kill();
    return build;
  }
}

export type RenderPool = ReturnType<typeof createRenderPool>;

/** Renders releases in sandboxes: no secrets, network, files, processes or threads, bounded time and memory. */
export function createRenderPool({
  logger,
  startLimitMs = 5000,
  elapsed = () => performance.now(),
}: RenderPoolOptions) {
  const renderers = new Map<string, ReleaseRenderer>();
  return {
    /**
     * Renders one page; null if the platform has no sandbox to render in.
     * @param lane the customer who requests a page of their own; null for a page that all visitors share, which has priority
     * @param route of the release that names the page, for pages of their own
     * @throws Error if it fails or takes too long
     * @throws ReleaseReplaced, NotRun
     */
    render(target: RenderTarget, input: RenderInput, lane: string | null, route = ''): Promise<RenderOutput | null> {
      const audience = audienceOf(input);
      const key = `${audience} ${target.key}`;
      const renderer = renderers.get(key) ?? new ReleaseRenderer(target, audience, { logger, startLimitMs, elapsed });
      renderers.set(key, renderer);
      return renderer.render(input, lane, route);
    },
    /** Ends the processes of releases that are no longer live. */
    keepOnly(keys: Set<string>): void {
      for (const [key, renderer] of renderers) {
        if (keys.has(renderer.target.key)) continue;
        renderer.close();
        renderers.delete(key);
      }
    },
    close(): void {
      for (const renderer of renderers.values()) renderer.close();
      renderers.clear();
    },
  };
}
