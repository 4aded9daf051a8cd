import { StartupError } from '@godhuli/server/startup-error';
import { readShellBuild } from './shell-build.js';
import { temporaryFolders } from './testing/fake-site.js';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

it('RUN-3 a missing build of the shell ends the start with one line that names the command', async () => {
  const directory = folders.create();
  const error = await readShellBuild(directory).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toContain(`${directory}. Run: npm run build`);
});
