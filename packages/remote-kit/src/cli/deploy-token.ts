import { loginResponseSchema } from '@godhuli/contracts/auth';
import { type CreatedDeployToken, createdDeployTokenSchema, remoteNameSchema } from '@godhuli/contracts/releases';
import { Command, CommanderError } from 'commander';
import { callHost, hostUrl } from './studio-host.js';
import { CommandFailure, processTerminal, type Terminal } from './terminal.js';

/**
 * `npm run deploy-token -- --remote NAME --to URL`: signs in with ADMIN_EMAIL, ADMIN_PASSWORD and, for an account with a
 * second factor, ADMIN_CODE; creates a deploy
 * token for one remote and prints only the token on standard output.
 * @param argv without node and the script
 * @returns the exit code: 0 success, 1 refused, 2 wrong usage, 3 the installation cannot be reached
 */
export async function deployToken(argv: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const command = new Command('deploy-token')
    .requiredOption('--remote <name>', 'the remote that the token may publish')
    .requiredOption('--to <url>', 'the installation')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.progress(text.trimEnd()),
      writeErr: (text) => terminal.progress(text.trimEnd()),
    });
  try {
    command.parse([...argv], { from: 'user' });
    const { remote, to } = command.opts<{ remote: string; to: string }>();
    const { token, note } = await createToken(remote, hostUrl(to), terminal.env);
    if (note) terminal.progress(note);
    terminal.out(token);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFailure)) throw error;
    terminal.progress(error.message);
    return error.exitCode;
  }
}

async function createToken(remote: string, url: URL, env: Terminal['env']): Promise<CreatedDeployToken> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_CODE: code } = env;
  if (!email || !password) throw new CommandFailure('Set ADMIN_EMAIL and ADMIN_PASSWORD.', 2);
  if (!remoteNameSchema.safeParse(remote).success)
    throw new CommandFailure(`'${remote}' is not a valid remote name.`, 2);
  // The API accepts a sign-in from the site itself only, which a browser says with this header.
  const headers = { 'content-type': 'application/json', origin: url.origin };
  const body = JSON.stringify({ email, password });
  const login = await callHost(url, '/api/admin/auth/login', { method: 'POST', headers, body });
  let cookie = cookiesOf(login.response);
  if (loginResponseSchema.safeParse(login.json).data?.success === false) {
    if (!code)
      throw new CommandFailure(
        'This account has a second factor. Set ADMIN_CODE to a current code or a recovery code.',
        1,
      );
    const method = /^\d{6}$/.test(code) ? 'app' : 'recovery-code';
    const step = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ method, code }) };
    cookie = cookiesOf((await callHost(url, '/api/admin/auth/second-factor', step)).response);
  }
  const session = { origin: url.origin, cookie };
  try {
    const { json } = await callHost(url, `/api/remotes/${remote}/deploy-tokens`, { method: 'POST', headers: session });
    return createdDeployTokenSchema.parse(json);
  } finally {
    await callHost(url, '/api/admin/auth/logout', { method: 'POST', headers: session }).catch(() => undefined);
  }
}

/** Returns the cookies that a response sets, without those that it removes. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
