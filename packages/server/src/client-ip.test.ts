import { clientIp, parseTrustedProxies } from './client-ip.js';

const NONE = parseTrustedProxies('');
const PROXIES = parseTrustedProxies('127.0.0.1, 10.0.0.0/8 fd00::/8');

it.each([
  ['without proxies the peer counts, whatever is claimed', '203.0.113.9', '1.2.3.4', NONE, '203.0.113.9'],
  ['a peer that is no proxy is not believed', '203.0.113.9', '1.2.3.4', PROXIES, '203.0.113.9'],
  ['a proxy is believed', '127.0.0.1', '203.0.113.9', PROXIES, '203.0.113.9'],
  ['what the visitor made up stands further left', '127.0.0.1', '1.2.3.4, 203.0.113.9', PROXIES, '203.0.113.9'],
  ['a chain of proxies is walked', '10.1.1.1', '1.2.3.4, 2001:db8::7, fd00::2, 10.9.9.9', PROXIES, '2001:db8::7'],
  ['a mapped address is the IPv4 one', '::ffff:127.0.0.1', '::ffff:203.0.113.9', PROXIES, '203.0.113.9'],
  ['a proxy that says nothing is the client', '127.0.0.1', undefined, PROXIES, '127.0.0.1'],
  ['a port behind the address is left out', '127.0.0.1', '203.0.113.9:5678', PROXIES, '203.0.113.9'],
  ['a port behind an IPv6 address, too', '127.0.0.1', '[2001:db8::7]:5678', PROXIES, '2001:db8::7'],
  ['nonsense is not taken for an address', '127.0.0.1', '1.2.3.4, unknown', PROXIES, '127.0.0.1'],
  ['an unknown peer stays unknown', 'unknown', '1.2.3.4', PROXIES, 'unknown'],
])('%s', (_title, peer, forwardedFor, trusted, expected) => {
  expect(clientIp(peer, forwardedFor, trusted)).toBe(expected);
});

it.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '::/129', '10.0.0.0/x'])('refuses %s', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(`${text} is not an IP address or network`);
});
