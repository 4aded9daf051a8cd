import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { developmentOriginSchema } from '@godhuli/contracts/preview';
import {
  type GateCheck,
  NEVER_PROMOTED,
  type PublishResponse,
  type Release,
  type ReleaseManifest,
  releaseVersionSchema,
} from '@godhuli/contracts/releases';
import { previewUrl } from '../preview-url.js';
import { packBuild, readBuild } from './build-folder.js';
import { hostUrl, type StudioHost, studioHost } from './studio-host.js';
import { CommandFailure, readableSize, type Terminal, table } from './terminal.js';

/** The options of all commands; each command gets those that `main.ts` defines for it. */
export interface Options {
  to?: string;
  dir: string;
  remote?: string;
  channel: string;
  reason?: string;
  json?: boolean;
  dryRun?: boolean;
  dev?: string;
}
/** The result of a command: text for people, `json` for programs. */
export interface Outcome {
  text: string;
  json: unknown;
}

const checkLines = (checks: readonly GateCheck[]): string =>
  table(
    ['', 'CHECK', 'WHAT'],
    checks.map(({ ok, name, message }) => [ok ? 'ok' : 'NO', name, message]),
  );

/** Returns the name of a command's remote: `--remote`, or the package in the current folder. */
async function remoteName(options: Options, terminal: Terminal): Promise<string> {
  if (options.remote) return options.remote;
  const text = await readFile(join(terminal.folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name } = JSON.parse(text) as { name?: string };
  if (!name) throw new CommandFailure('There is no package.json here. Set the remote with --remote NAME.', 2);
  return name;
}

function installation(options: Options, terminal: Terminal): URL {
  const to = options.to ?? terminal.env.STUDIO_URL;
  if (!to) throw new CommandFailure('Set the installation with --to URL or STUDIO_URL.', 2);
  return hostUrl(to);
}

function connect(remote: string, options: Options, terminal: Terminal): StudioHost {
  const url = installation(options, terminal);
  // npm writes its own lines before the token, unless it is run with --silent.
  const given = terminal.env.DEPLOY_TOKEN;
  const token = /\bdeploy_[\w-]{43}$/m.exec(given?.trim() ?? '')?.[0] ?? given;
  if (!token) {
    throw new CommandFailure(
      `Set DEPLOY_TOKEN to a deploy token for ${remote}. An admin can create one on the Releases page of the portal.`,
      2,
    );
  }
  return studioHost(url, remote, token);
}

interface Build {
  manifest: ReleaseManifest;
  packed: Buffer;
}

async function openBuild(options: Options, terminal: Terminal): Promise<Build> {
  const folder = resolve(terminal.folder, options.dir);
  const manifest = await readBuild(folder);
  if (options.remote && options.remote !== manifest.name)
    throw new CommandFailure(`The build in ${folder} is of ${manifest.name}, not of ${options.remote}.`, 2);
  const packed = await packBuild(folder, manifest);
  const size = manifest.files.reduce((sum, file) => sum + file.size, 0);
  terminal.progress(
    `${manifest.name} ${manifest.packageVersion}: ${manifest.files.length} files, ${readableSize(size)}, packed ${readableSize(packed.length)}`,
  );
  return { manifest, packed };
}

function printNote({ note }: { note?: string | undefined }, terminal: Terminal): void {
  if (note) terminal.progress(note);
}

async function send(
  host: StudioHost,
  { packed }: Build,
  dryRun: boolean,
  terminal: Terminal,
): Promise<PublishResponse> {
  terminal.progress(dryRun ? `Checking with ${host.url.origin} …` : `Publishing to ${host.url.origin} …`);
  const response = await host.publish(packed, { dryRun });
  printNote(response, terminal);
  return response;
}

/** Checks the files of the build; with `--to`, whether the installation would accept it. Publishes nothing. */
export async function check(options: Options, terminal: Terminal): Promise<Outcome> {
  const build = await openBuild(options, terminal);
  if (!(options.to ?? terminal.env.STUDIO_URL)) {
    const text = 'The build is complete. Add --to URL to check it against an installation.';
    return { text, json: { version: null, checks: [] } };
  }
  const response = await send(connect(build.manifest.name, options, terminal), build, true, terminal);
  return { text: `${checkLines(response.checks)}\n\n${response.version} would be accepted.`, json: response };
}

/** Publishes the build without changing a channel. */
export async function publish(options: Options, terminal: Terminal): Promise<Outcome> {
  if (options.dryRun) return check(options, terminal);
  const build = await openBuild(options, terminal);
  const response = await send(connect(build.manifest.name, options, terminal), build, false, terminal);
  const text = response.created ? `${response.version} is published.` : `${response.version} was already published.`;
  return { text: `${checkLines(response.checks)}\n\n${text}`, json: response };
}

const releaseRow = (release: Release): string[] => [
  release.version,
  [...release.channels, release.withdrawn && 'withdrawn', release.filesRemoved && 'files removed']
    .filter(Boolean)
    .join(', '),
  release.publishedAt.slice(0, 16).replace('T', ' '),
  release.publishedBy,
  readableSize(release.size),
];

/** Lists the newest releases of a remote, and those in channels, newest first. */
export async function list(options: Options, terminal: Terminal): Promise<Outcome> {
  const remote = await remoteName(options, terminal);
  const { releases, releaseCount = releases.length } = await connect(remote, options, terminal).remote();
  const rows = releases.map(releaseRow);
  const text =
    rows.length > 0 ? table(['VERSION', 'STATE', 'PUBLISHED (UTC)', 'BY', 'SIZE'], rows) : 'No releases yet.';
  if (releaseCount <= releases.length) return { text, json: releases };
  const more = `${releaseCount - releases.length} older releases are not listed.`;
  if (options.json) terminal.progress(more);
  return { text: `${text}\n\n${more}`, json: releases };
}

/** Points a channel at a release. `version` may be shortened to the first digits of its content hash. */
export async function promote(version: string, options: Options, terminal: Terminal): Promise<Outcome> {
  const remote = await remoteName(options, terminal);
  const host = connect(remote, options, terminal);
  const { revisions } = await host.remote();
  const found = releaseVersionSchema.safeParse(version).success ? version : await findVersion(host, remote, version);
  const response = await host.moveChannel(options.channel, {
    version: found,
    reason: options.reason ?? 'promoted by command',
    expected: revisions[options.channel] ?? NEVER_PROMOTED,
  });
  printNote(response, terminal);
  return { text: `${remote}: ${options.channel} is now ${found}.`, json: response };
}

/** @throws CommandFailure when not exactly one release of the remote has a version that is shortened like this */
async function findVersion(host: StudioHost, remote: string, short: string): Promise<string> {
  const matching = (await host.releases()).filter(({ version }) => version.includes(`-${short}`));
  const [release] = matching;
  if (release && matching.length === 1) return release.version;
  throw new CommandFailure(`${short} is ${release ? 'more than one release' : 'no release'} of ${remote}.`);
}

/** Points `live` at the last good release before it. The one that was live is withdrawn until someone promotes it. */
export async function rollback(options: Options, terminal: Terminal): Promise<Outcome> {
  const remote = await remoteName(options, terminal);
  const host = connect(remote, options, terminal);
  const { releases, revisions } = await host.remote();
  const previous = releases.find((release) => release.channels.includes('previous'));
  if (!previous) throw new CommandFailure(`${remote} has no previous release to go back to.`);
  const response = await host.moveChannel('live', {
    version: previous.version,
    reason: options.reason ?? 'rolled back by command',
    expected: revisions.live ?? NEVER_PROMOTED,
  });
  printNote(response, terminal);
  return { text: `${remote}: live is ${previous.version} again.`, json: response };
}

/** Removes a channel that was set by name, so that its release is kept no longer than any other. */
export async function removeChannel(channel: string, options: Options, terminal: Terminal): Promise<Outcome> {
  const remote = await remoteName(options, terminal);
  const host = connect(remote, options, terminal);
  const { revisions } = await host.remote();
  const response = await host.removeChannel(channel, revisions[channel] ?? NEVER_PROMOTED);
  return { text: `${remote}: the channel ${channel} is removed.`, json: response };
}

/** Publishes the build, or registers a development server, and prints the URL of its preview for staff. Visitors see nothing. */
export async function preview(options: Options, terminal: Terminal): Promise<Outcome> {
  if (options.dev !== undefined) return previewDevelopment(options.dev, options, terminal);
  const build = await openBuild(options, terminal);
  const host = connect(build.manifest.name, options, terminal);
  const response = await send(host, build, false, terminal);
  const url = previewUrl(host.url, { remote: build.manifest.name, version: response.version });
  return { text: `Signed-in staff see it at\n${url}`, json: { ...response, preview: url } };
}

async function previewDevelopment(text: string, options: Options, terminal: Terminal): Promise<Outcome> {
  const dev = developmentOriginSchema.safeParse(text);
  if (!dev.success) throw new CommandFailure(dev.error.issues[0]?.message ?? 'This is not a development server.', 2);
  const remote = await remoteName(options, terminal);
  const url = previewUrl(installation(options, terminal), { remote, dev: dev.data });
  return { text: `Signed-in staff on this machine see it at\n${url}`, json: { preview: url } };
}

/** Build, check, publish, promote: `npm run release -w NAME -- --to URL`. */
export async function ship(options: Options, terminal: Terminal): Promise<Outcome> {
  const remote = await remoteName(options, terminal);
  const host = connect(remote, options, terminal);
  // A rollback or a promotion after this is not overwritten.
  const { revisions } = await host.remote();
  terminal.progress(`Building ${remote} …`);
  await runBuild(terminal);
  const build = await openBuild(options, terminal);
  const response = await send(host, build, options.dryRun ?? false, terminal);
  terminal.progress(checkLines(response.checks));
  if (options.dryRun) return { text: `${response.version} would be accepted.`, json: response };
  const change = { version: response.version, reason: options.reason ?? 'shipped by command' };
  await host
    .moveChannel(options.channel, { ...change, expected: revisions[options.channel] ?? NEVER_PROMOTED })
    .catch((cause: unknown) => {
      if (!(cause instanceof CommandFailure) || cause.details.status !== 409) throw cause;
      const channel = options.channel === 'live' ? '' : ` --channel ${options.channel}`;
      const command = `promote ${response.version}${channel} --to ${host.url.origin}`;
      const next = `To promote it anyway: npm run studio-remote -- ${command}`;
      throw new CommandFailure(
        `${response.version} is published, but not promoted to ${options.channel}. ${cause.message} ${next}`,
        1,
        cause.details,
      );
    });
  return {
    text: `${remote}: ${options.channel} is now ${response.version}.`,
    json: { ...response, channel: options.channel },
  };
}

/** Runs the package's script `build` and prints its output as progress. */
function runBuild(terminal: Terminal): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn('npm', ['run', '--silent', 'build'], {
      cwd: terminal.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => terminal.progress(text.trimEnd()));
    }
    child.on('error', (error) => failed(new CommandFailure(`npm run build could not start: ${error.message}`)));
    child.on('close', (code) =>
      code === 0 ? done() : failed(new CommandFailure('The build failed; nothing was sent.')),
    );
  });
}
