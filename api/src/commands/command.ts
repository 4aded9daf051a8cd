import { BadInput, DomainError } from '../http/errors.js';
import { StartupError } from '../startup-error.js';

/** A command was typed in a way that cannot be meant; `message` says how it is typed. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What a command gets from the outside: its words, its environment, and where it speaks. */
export interface CommandInput {
  args: string[];
  env: Record<string, string | undefined>;
  /** the folder that relative file names start from */
  folder: string;
  print(line: string): void;
}
export type Command = (input: CommandInput) => Promise<void>;

/** Names of errors whose message is a whole sentence for the person at the terminal. */
const FOR_PEOPLE = new Set([StartupError.name, 'BackupRefused', UsageError.name, 'PortalRefused']);

/**
 * Runs a command to its end.
 * @returns the exit code: 0, or 1 after one clear line on standard error
 */
export async function runCommand(command: Command, input: CommandInput): Promise<number> {
  try {
    await command(input);
    return 0;
  } catch (error) {
    console.error(forPeople(error));
    return 1;
  }
}

function forPeople(error: unknown): unknown {
  if (error instanceof BadInput) return error.errors.map(({ field, message }) => `${field}: ${message}`).join('\n');
  const expected = error instanceof DomainError || (error instanceof Error && FOR_PEOPLE.has(error.name));
  return expected ? error.message : error;
}
