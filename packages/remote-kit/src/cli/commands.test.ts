import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { remoteSchema } from '@godhuli/contracts/releases';
import { list } from './commands.js';

const release = (version: string, more: object) => ({
  ...{
    remote: 'public-site',
    version,
    publishedAt: '2026-11-20T10:00:00.000Z',
    publishedBy: 'public team',
    size: 4096,
  },
  ...{ checks: [], channels: [], withdrawn: false, ...more },
});

it('CARD-7 list says where each release is used, if it was withdrawn and if its files were removed', async () => {
  const releases = [
    release('1.0.3-3f9a1c0b77aa', { channels: ['live'] }),
    release('1.0.2-4f9a1c0b77aa', { channels: ['previous'], withdrawn: true }),
    release('1.0.1-5f9a1c0b77aa', { withdrawn: true, filesRemoved: true }),
    release('1.0.0-6f9a1c0b77aa', { filesRemoved: true }),
  ];
  const remote = remoteSchema.parse({ name: 'public-site', live: '1.0.3-3f9a1c0b77aa', releases });
  const installation = createServer((_, response) => response.end(JSON.stringify([remote]))).listen(0, '127.0.0.1');
  try {
    await new Promise((done) => installation.once('listening', done));
    const to = `http://127.0.0.1:${(installation.address() as AddressInfo).port}`;
    const terminal = { out() {}, progress() {}, env: { DEPLOY_TOKEN: `deploy_${'a'.repeat(43)}` }, folder: '.' };
    const { text } = await list({ to, remote: 'public-site', dir: 'dist', channel: 'live' }, terminal);
    expect(text.split('\n')).toEqual([
      'VERSION             STATE                     PUBLISHED (UTC)   BY           SIZE',
      '------------------  ------------------------  ----------------  -----------  ----',
      '1.0.3-3f9a1c0b77aa  live                      2026-11-20 10:00  public team  4 KB',
      '1.0.2-4f9a1c0b77aa  previous, withdrawn       2026-11-20 10:00  public team  4 KB',
      '1.0.1-5f9a1c0b77aa  withdrawn, files removed  2026-11-20 10:00  public team  4 KB',
      '1.0.0-6f9a1c0b77aa  files removed             2026-11-20 10:00  public team  4 KB',
    ]);
  } finally {
    installation.close();
    installation.closeAllConnections();
  }
});
