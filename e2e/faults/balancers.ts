import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A load balancer for several products. It checks their health every 2 s and retries no request. */
export interface Balancer {
  url: string;
  /** its output so far */
  output(): string;
  stop(): Promise<void>;
}

const haproxy = (port: number, products: readonly string[]) => `
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend site
  bind 127.0.0.1:${port}
  default_backend products
backend products
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  default-server check inter 2s
${products.map((url, at) => `  server product${at} ${new URL(url).host}`).join('\n')}
`;

const caddy = (port: number, products: readonly string[]) => `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${products.map((url) => new URL(url).host).join(' ')} {
    lb_policy round_robin
    health_uri /readyz
    health_interval 2s
    trusted_proxies private_ranges
  }
}
`;

export const BALANCERS = {
  haproxy: { config: haproxy, args: (file: string) => ['-db', '-f', file] },
  caddy: { config: caddy, args: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file] },
};

/** Starts a balancer that is installed on this machine and waits until it responds; null where it is not installed. */
export async function startBalancer(
  name: keyof typeof BALANCERS,
  port: number,
  products: readonly string[],
): Promise<Balancer | null> {
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-balancer-'));
  const file = join(folder, 'config');
  const { config, args } = BALANCERS[name];
  writeFileSync(file, config(port, products));
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder };
  const child = spawn(name, args(file), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const isMissing = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(true));
    child.once('spawn', () => resolve(false));
  });
  const stop = async () => {
    if (!isMissing) await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  if (isMissing) {
    await stop();
    return null;
  }
  while (!(await fetch(`${url}/livez`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, output: () => printed, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
