import type { Server } from 'node:http';
import { isIP } from 'node:net';
import { StartupError } from '../startup-error.js';

/**
 * Stands for the host of a request that names none (HTTP/1.0). No site has this name (RFC 6761), so that a front door
 * answers such a request with health checks alone.
 */
export const NO_HOST = 'no-host.invalid';

/**
 * Listens, and answers the port (another one than asked for when that was 0).
 * @param host every address of this machine unless given
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
 * Returns where a browser on this machine finds a server that listens at `host`.
 * @param host every address of this machine unless given
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
