import { StartupError } from '@godhuli/server/startup-error';
import { BadInput, DomainError } from '../http/errors.js';

/** A command was called with wrong arguments. `message` is its usage. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A backup was written, but without files that were missing already. `message` names the backup. */
export class IncompleteBackup extends Error {
  override name = 'IncompleteBackup';
}

/** The arguments, environment and output of a command. */
export interface CommandInput {
  args: string[];
  env: Record<string, string | undefined>;
  /** base of relative file names */
  folder: string;
  print(line: string): void;
}
export type Command = (input: CommandInput) => Promise<void>;

/** Names of errors whose message is written for the person at the terminal. */
const USER_ERRORS = new Set([StartupError.name, 'BackupRefused', UsageError.name, 'PortalRefused', 'IncompleteBackup']);

/**
 * Runs a command.
 * @returns the exit code: 0; after a message on standard error 1, or 3 for a backup without files that were missing
 */
export async function runCommand(command: Command, input: CommandInput): Promise<number> {
  try {
    await command(input);
    return 0;
  } catch (error) {
    console.error(toMessage(error));
    return error instanceof IncompleteBackup ? 3 : 1;
  }
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission to use it',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'the folder does not exist',
  ENOSPC: 'the disk is full',
  EPERM: 'there is no permission to use it',
  EROFS: 'the disk is read-only',
};

/** Returns what a person can do something about when a file could not be written, or null. */
function fileProblemOf(error: unknown): string | null {
  const { code = '', path, syscall } = Object(error) as NodeJS.ErrnoException;
  const problem = syscall === undefined ? undefined : FILE_PROBLEMS[code];
  return problem ? `${path ?? 'The files could not be written'}: ${problem}.` : null;
}

function toMessage(error: unknown): unknown {
  const fileProblem = fileProblemOf(error);
  if (fileProblem) return fileProblem;
  if (error instanceof BadInput) return error.errors.map(({ field, message }) => `${field}: ${message}`).join('\n');
  const expected = error instanceof DomainError || (error instanceof Error && USER_ERRORS.has(error.name));
  return expected ? error.message : error;
}
