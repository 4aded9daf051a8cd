/**
 * The start cannot go on, and a person can fix it. `message` is one clear line that names what to change; whoever
 * runs the process prints it and exits with code 1 (RUN-3).
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
