import type { GateCheck } from '@godhuli/contracts/releases';
import { Command, CommanderError, Option } from 'commander';
import {
  check,
  list,
  type Options,
  type Outcome,
  preview,
  promote,
  publish,
  removeChannel,
  rollback,
  ship,
} from './commands.js';
import { CommandFailure, processTerminal, type Terminal } from './terminal.js';

/**
 * `studio-remote <command>`: what a team needs to ship a remote. Results go to standard output, progress and
 * failures to standard error.
 * @param argv without node and the script
 * @returns the exit code: 0 success, 1 refused or failed, 2 wrong usage, 3 the installation cannot be reached or is busy: try again
 */
export async function main(argv: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  let code = 0;
  const run =
    (work: (...values: never[]) => Promise<Outcome>) =>
    async (...values: unknown[]) => {
      const options = values.at(-2) as Options;
      const given = values.slice(0, -2);
      try {
        const outcome = await work(...([...given, options, terminal] as never[]));
        terminal.out(options.json ? JSON.stringify(outcome.json) : outcome.text);
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        code = error.exitCode;
        fail(error, options, terminal);
      }
    };
  try {
    await program(run, terminal).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function fail(error: CommandFailure, options: Options, terminal: Terminal): void {
  if (options.json) terminal.out(JSON.stringify({ error: error.message, ...error.details }));
  const checks = (error.details.checks as GateCheck[] | undefined)?.filter((one) => !one.ok);
  if (!checks) {
    terminal.progress(error.message);
    return;
  }
  terminal.progress('Refused:');
  for (const { name, message } of checks) terminal.progress(`  ${name}: ${message}`);
}

type Run = (work: (...values: never[]) => Promise<Outcome>) => (...values: unknown[]) => Promise<void>;

function program(run: Run, terminal: Terminal): Command {
  const studio = new Command('studio-remote')
    .description(
      'Check, publish and promote a remote of a studio installation. The deploy token is read from DEPLOY_TOKEN.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.progress(text.trimEnd()),
    });
  const command = (name: string, description: string) =>
    studio
      .command(name)
      .description(description)
      .option('--to <url>', 'the installation (or STUDIO_URL)')
      .option('--json', 'print the result as JSON')
      .option('--remote <name>', 'the remote, when it is not the package in this folder');
  // Each is defined only where it is read: commander refuses it elsewhere, so that no command ignores it.
  const build = () => new Option('--dir <folder>', 'the build').default('dist');
  const channel = () => new Option('--channel <name>', 'the channel to move').default('live');
  const reason = () => new Option('--reason <text>', 'why; shown in the portal');
  const dryRun = () => new Option('--dry-run', 'only check, publish nothing');
  command('check', 'check the build, and with --to whether the installation accepts it')
    .addOption(build())
    .action(run(check));
  command('publish', 'publish the build without showing it to anyone')
    .addOption(build())
    .addOption(dryRun())
    .action(run(publish));
  command('list', 'show the newest releases of this remote').action(run(list));
  command('promote', 'point a channel at a release')
    .argument('<version>')
    .addOption(channel())
    .addOption(reason())
    .action(run(promote));
  command('rollback', 'make the previous release live again').addOption(reason()).action(run(rollback));
  command('remove-channel', 'remove a channel that is no longer needed').argument('<name>').action(run(removeChannel));
  command('preview', 'publish the build and print its preview link')
    .addOption(build())
    .addOption(
      new Option(
        '--dev <url>',
        'a development server of this machine instead (http://127.0.0.1:4000); publishes nothing',
      ).conflicts('dir'),
    )
    .action(run(preview));
  command('ship', 'build, check, publish and promote')
    .addOption(build())
    .addOption(channel())
    .addOption(reason())
    .addOption(dryRun())
    .action(run(ship));
  return studio;
}
