import { isPublicIp } from './public-ip.js';

it('knows the public Internet', () => {
  const open = ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'];
  const special = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.0.1', '172.31.0.1', '192.168.1.1', '192.0.2.1'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', 'fe80::1'],
    ...['fc00::1', 'ff02::1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'localhost', ''],
  ];
  expect(open.filter((address) => !isPublicIp(address))).toEqual([]);
  expect(special.filter(isPublicIp)).toEqual([]);
});
