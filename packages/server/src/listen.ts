import { createServer, isIP, type Server } from 'node:net';
import { StartupError } from './startup-error.js';

/**
 * The host of a request without a `Host` header (HTTP/1.0). No site can have this name (RFC 6761), so such a request can only
 * reach the health checks.
 */
export const NO_HOST = 'no-host.invalid';

/**
 * Starts to listen and returns the port (a free one when `port` is 0).
 * @param host an IP or host name of this machine; all of them unless given
 * @throws StartupError naming PORT or HOST
 */
export function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(refusalOf(cause, port, host)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Resolves if a server could listen now: a start that cannot serve must fail before it changes anything.
 * @throws StartupError like {@link listen}
 */
export async function ensureFreePort(port: number, host: string | undefined): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Returns the URL of a server that listens at `host`, for a browser on this machine.
 * @param host all IPs of this machine unless given
 */
export function urlAt(host: string | undefined, port: number): string {
  const isEverywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function refusalOf(cause: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  const { code = '' } = cause;
  if (code === 'EADDRINUSE')
    return new StartupError(`PORT ${port} is already in use. Stop the other process, or set PORT to a free port.`, {
      cause,
    });
  if (code === 'EACCES')
    return new StartupError(`PORT ${port} requires permissions that this user does not have.`, { cause });
  if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(code))
    return new StartupError(`HOST ${host} is not an address of this machine.`, { cause });
  return cause;
}
