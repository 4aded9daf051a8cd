/** Starts Debian's Caddy as a reverse proxy with TLS and HTTP/2. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages, isDebianRoot } from '../scripts/find-browser.mjs';

const isInstalled = () => spawnSync('caddy', ['version']).status === 0;

function checkCaddy() {
  if (!isInstalled() && isDebianRoot()) installDebianPackages('caddy');
  if (!isInstalled()) throw new Error('This measurement needs the program caddy.');
}

/** Writes `key.pem` and `certificate.pem`. Returns the fingerprint of its key for `--ignore-certificate-errors-spki-list`. */
function createCertificate(folder, hosts) {
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '7'];
  const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`];
  const files = ['-keyout', 'key.pem', '-out', 'certificate.pem'];
  execFileSync('openssl', [...options, ...subject, ...files], { cwd: folder, stdio: 'ignore' });
  const { publicKey } = new X509Certificate(readFileSync(join(folder, 'certificate.pem')));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

const configuration = (ip, idleSeconds, sites) => `{
  admin off
  auto_https disable_redirects
  skip_install_trust
  log {
    level ERROR
  }
  servers {
    protocols h1 h2
    timeouts {
      idle ${idleSeconds}s
    }
  }
}
${Object.entries(sites)
  .map(
    ([host, url]) => `https://${host} {
  bind ${ip}
  tls certificate.pem key.pem
  reverse_proxy ${new URL(url).host}
}
`,
  )
  .join('')}`;

const answers = (ip) =>
  new Promise((resolve) => {
    const socket = connect(443, ip, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** Counts the established connections to port 443 of an IP (Linux). */
function connectionsTo(ip) {
  const host = Buffer.from(ip.split('.').map(Number)).reverse().toString('hex').toUpperCase();
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFileSync(file, 'utf8')).join('\n');
  return tables.split('\n').filter((line) => new RegExp(`${host}:01BB \\S+ 01 `).test(line)).length;
}

/**
 * @param ip that it listens on, at port 443
 * @param idleSeconds after which it closes a connection
 * @param sites URLs by host name
 * @returns `{ fingerprint, connections, stop }`: `connections()` counts those that are open
 */
export async function startCaddy({ ip, idleSeconds, sites }) {
  checkCaddy();
  const folder = mkdtempSync(join(tmpdir(), 'godhuli-caddy-'));
  const fingerprint = createCertificate(folder, Object.keys(sites));
  writeFileSync(join(folder, 'Caddyfile'), configuration(ip, idleSeconds, sites));
  const child = spawn('caddy', ['run', '--config', 'Caddyfile'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null) {
      kill();
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(ip))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`Caddy ended with ${child.exitCode}: ${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { fingerprint, connections: () => connectionsTo(ip), stop };
}
