import { problemSchema } from '@godhuli/contracts/problem';
import { readCommandDevice } from './command-device.js';

/** The running site refused, or does not answer; `message` says what to do. */
export class PortalRefused extends Error {
  override name = 'PortalRefused';
}

const DEVICE_COOKIE = /^(__Host-)?godhuli_device=/;

export type PortalCall = (method: string, path: string, json?: unknown) => Promise<Response>;

/**
 * Signs in to a running site as a program: the cookie is kept here and sent with every call. The device is kept in
 * `dataDir`, so the next command is no new device, and wrong passwords from elsewhere do not keep it out.
 * @param url the site's origin
 * @throws PortalRefused when nobody answers there, or the credentials are missing or wrong
 */
export async function signInToPortal(
  url: string,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Record<string, string | undefined>,
  dataDir: string,
): Promise<PortalCall> {
  if (!email || !password) {
    throw new PortalRefused(
      `The site is running at ${url}. Set ADMIN_EMAIL and ADMIN_PASSWORD of an admin, or stop the site first.`,
    );
  }
  const send = async (method: string, path: string, json?: unknown, cookie?: string) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie, origin: new URL(url).origin }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new PortalRefused(`We could not reach ${url}. Set the URL of the running site with --from URL.`, { cause });
    });
    if (!answer.ok) throw new PortalRefused(`${url} refused: ${await detailOf(answer)}`);
    return answer;
  };
  const device = await readCommandDevice(dataDir, new URL(url).origin, email);
  const answer = await send('POST', '/api/admin/auth/login', { email, password }, device.cookie);
  await answer.body?.cancel();
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  const known = cookies.find((cookie) => DEVICE_COOKIE.test(cookie));
  if (known !== undefined) await device.keep(known);
  return (method, path, json) => send(method, path, json, cookies.join('; '));
}

async function detailOf(answer: Response): Promise<string> {
  const problem = problemSchema.safeParse(await answer.json().catch(() => null));
  if (!problem.success) return `the server returned ${answer.status}`;
  const fields = problem.data.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return [problem.data.detail, ...fields].join(' ');
}
