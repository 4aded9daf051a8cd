import { loginResponseSchema } from '@godhuli/contracts/auth';
import { problemSchema } from '@godhuli/contracts/problem';
import { readCommandDevice } from './command-device.js';

/** The running site refused a request or does not respond. `message` says what to do. */
export class PortalRefused extends Error {
  override name = 'PortalRefused';
}

const DEVICE_COOKIE = /^(__Host-)?godhuli_device=/;

export type PortalSession = Awaited<ReturnType<typeof signInToPortal>>;

/**
 * Signs in to a running site, to call its API with the session cookie; `close` signs out. The device cookie is stored
 * in `dataDir`, so the next command is not a new device, and failed sign-ins of others do not lock it out.
 * @param url the site's origin
 * @throws PortalRefused when the site does not respond, or the credentials or the code are missing or wrong
 */
export async function signInToPortal(
  url: string,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_CODE: code }: Record<string, string | undefined>,
  dataDir: string,
) {
  if (!email || !password) {
    throw new PortalRefused(
      `The site is running at ${url}. Set ADMIN_EMAIL and ADMIN_PASSWORD of an admin, or stop the site first.`,
    );
  }
  const send = async (method: string, path: string, json?: unknown, cookie?: string) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie, origin: new URL(url).origin }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new PortalRefused(unreachableText(url, cause), { cause });
    });
    if (!response.ok) throw new PortalRefused(`${url} refused: ${await detailOf(response)}`);
    return response;
  };
  const device = await readCommandDevice(dataDir, new URL(url).origin, email);
  const response = await send('POST', '/api/admin/auth/login', { email, password }, device.cookie);
  const login = loginResponseSchema.safeParse(await response.json().catch(() => null)).data;
  let cookies = cookiesOf(response);
  if (login?.success === false) {
    if (!code) {
      throw new PortalRefused('This account has a second factor. Set ADMIN_CODE to a current code or a recovery code.');
    }
    const method = /^\d{6}$/.test(code) ? 'app' : 'recovery-code';
    const all = [...(device.cookie === undefined ? [] : [device.cookie]), ...cookies].join('; ');
    cookies = cookiesOf(await send('POST', '/api/admin/auth/second-factor', { method, code }, all));
  }
  const known = cookies.find((cookie) => DEVICE_COOKIE.test(cookie));
  if (known !== undefined) await device.save(known);
  const call = (method: string, path: string, json?: unknown) => send(method, path, json, cookies.join('; '));
  const signOut = () => call('POST', '/api/admin/auth/logout').catch(() => undefined);
  return { url, call, close: async () => void (await signOut()) };
}

function unreachableText(url: string, error: unknown): string {
  const { cause } = error as { cause?: { message?: string } };
  // https://fetch.spec.whatwg.org/#port-blocking
  if (cause?.message === 'bad port')
    return `Neither browsers nor this command connect to port ${new URL(url).port}. Start the site with another PORT.`;
  return `We could not reach ${url}. Set the URL of the running site with --from URL.`;
}

/** Returns the cookies that a response sets; it also removes some, with an empty value. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='));

async function detailOf(response: Response): Promise<string> {
  const problem = problemSchema.safeParse(await response.json().catch(() => null));
  if (!problem.success) return `the server returned ${response.status}`;
  const fields = problem.data.errors?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return [problem.data.detail, ...fields].join(' ');
}
