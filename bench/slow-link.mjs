/** A network namespace behind a slow link, for browsers that are to be far away (Linux, root). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Node cannot open a TUN interface: that is an ioctl. Perl is part of every Debian. 0x1001: IP packets without a header. */
const OPEN_INTERFACES = `
  $^F = 255;
  for my $name (splice @ARGV, 0, 2) {
    open(my $file, '+<', '/dev/net/tun') or die "/dev/net/tun: $!";
    ioctl($file, 0x400454ca, pack('a16 S x22', $name, 0x1001)) or die "$name: $!";
    push @open, $file;
  }
  $ENV{LINK_FILES} = join ',', map { fileno $_ } @open;
  exec @ARGV;`;

/** From the range that is reserved for benchmarks (RFC 2544). */
export const SERVER_IP = '198.18.77.1';
const VISITOR_IP = '198.18.77.2';

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();

/** @throws Error that says what is missing here */
function checkMachine() {
  const missing = [
    [process.platform === 'linux', 'Linux'],
    [process.getuid?.() === 0, 'root'],
    [existsSync('/dev/net/tun'), '/dev/net/tun'],
    [['/sbin/ip', '/usr/sbin/ip', '/bin/ip'].some(existsSync), 'the program ip (Debian package iproute2)'],
    [existsSync('/usr/bin/perl'), '/usr/bin/perl'],
  ].flatMap(([found, name]) => (found ? [] : [name]));
  if (missing.length > 0) throw new Error(`A slow link between network namespaces needs ${missing.join(', ')}.`);
}

/**
 * Creates a namespace whose only network is a slow link to this machine, `SERVER_IP`. Connections to it use cubic, the default of
 * Linux, whatever this machine uses, and remember nothing of earlier connections.
 * @param down from this machine to the namespace, and `up`, each `{ bitsPerSecond, delayMs, loss, queuePackets }`
 * @returns `{ namespace, forget, stop }`: `forget()` removes what TCP has learned about the link; `stop()` removes everything
 */
export async function startSlowLink({ down, up }) {
  checkMachine();
  const namespace = `godhuli-visitor-${process.pid}`;
  const [near, far] = [`near${process.pid}`, `far${process.pid}`];
  const program = join(import.meta.dirname, 'servers', 'slow-link.mjs');
  let link = null;
  const interrupted = () => process.exit(130);
  const stop = () => {
    process.off('exit', stop).off('SIGINT', interrupted).off('SIGTERM', interrupted);
    link?.kill('SIGKILL');
    link = null;
    try {
      ip('netns', 'del', namespace);
    } catch {
      // It was not created, or removed before.
    }
  };
  // Also after a signal, or an error that nobody catches.
  process.on('exit', stop).on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    ip('netns', 'add', namespace);
    link = spawn('perl', ['-e', OPEN_INTERFACES, near, far, process.execPath, program], {
      env: { ...process.env, LINK: JSON.stringify([down, up]) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(link, 'exit').then(([code]) => {
      throw new Error(`the slow link ended with ${code}`);
    });
    ended.catch(() => {});
    await Promise.race([once(link.stdout, 'data'), ended]);
    ip('link', 'set', far, 'netns', namespace);
    ip('addr', 'add', SERVER_IP, 'peer', VISITOR_IP, 'dev', near);
    ip('link', 'set', near, 'up');
    ip('route', 'replace', VISITOR_IP, 'dev', near, 'src', SERVER_IP, 'congctl', 'cubic');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    ip('-n', namespace, 'addr', 'add', VISITOR_IP, 'peer', SERVER_IP, 'dev', far);
    ip('-n', namespace, 'link', 'set', far, 'up');
  } catch (error) {
    stop();
    throw error;
  }
  const forget = () => {
    ip('tcp_metrics', 'flush');
    ip('netns', 'exec', namespace, 'ip', 'tcp_metrics', 'flush');
  };
  return { namespace, forget, stop };
}
