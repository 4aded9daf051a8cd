/**
 * An error at start that a person can fix. `message` is one line that names what to change; the main program prints it and exits
 * with code 1 (RUN-3).
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
