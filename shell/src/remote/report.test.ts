import { releaseOf } from '../testing/page-of';
import { reportUncaughtErrors } from './report';

const PART = 'assets/part.0123456789ab.js';
const OLD_PART = 'assets/part.ba9876543210.js';
const SHARED = 'assets/shared.0123456789ab.js';
const withFiles = (version: string, paths: string[]) => ({
  ...releaseOf('admin-portal', version, ['/']),
  files: paths.map((path) => ({ path, integrity: 'sha384-x' })),
});

it('CARD-7 an error outside rendering is reported for the release whose entry or file threw it', async () => {
  const reported: Promise<string>[] = [];
  const versionIn = (body: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(JSON.parse(String(reader.result)).version);
      reader.readAsText(body);
    });
  navigator.sendBeacon = (_url, body) => {
    reported.push(versionIn(body as Blob));
    return true;
  };
  reportUncaughtErrors([
    withFiles('2.0.0-aaaaaaaaaaaa', ['remoteEntry.js', PART, SHARED]),
    withFiles('1.0.0-bbbbbbbbbbbb', ['remoteEntry.js', OLD_PART, SHARED]),
  ]);
  const thrownIn = async (path: string) => {
    const filename = `https://site.test/remotes/admin-portal/${path}`;
    window.dispatchEvent(new ErrorEvent('error', { filename, message: 'broken' }));
    return (await Promise.all(reported.splice(0))).join();
  };
  expect(await thrownIn('1.0.0-bbbbbbbbbbbb/remoteEntry.js')).toBe('1.0.0-bbbbbbbbbbbb');
  expect(await thrownIn(PART)).toBe('2.0.0-aaaaaaaaaaaa');
  expect(await thrownIn(`${OLD_PART}?attempt=1`)).toBe('1.0.0-bbbbbbbbbbbb');
  expect(await thrownIn(SHARED)).toBe('2.0.0-aaaaaaaaaaaa');
  expect(await thrownIn('assets/nobody.0123456789ab.js')).toBe('');
});
