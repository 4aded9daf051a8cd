import { rm } from 'node:fs/promises';
import { ESCAPE_ATTEMPTS, serverBuildOf } from '@godhuli/sandbox/testing/escape-attempts';
import { checkServerRender } from './isolated-checks.js';
import { fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.setTimeout(180_000);

const host = createTestHost({ isolatedCpuLimitMs: 1000 });
const pages = [{ pathname: '/', data: {}, exists: true }];

async function check(attempt: string): Promise<string> {
  // An attempt that succeeds shows in the page; the gate says nothing about pages, so such a page becomes an error.
  const server = `${serverBuildOf(attempt)}
    const { render } = exports;
    exports.render = async (input) => {
      const output = await render(input);
      if (/ESCAPED|forged/.test(output.html)) throw new Error(output.html);
      return output;
    };`;
  const { manifest, files } = fakeRelease({ server });
  const directory = await writeRelease({ manifest, files });
  try {
    const candidate = { remote: 'sample', directory };
    return (await checkServerRender({ candidate, manifest, host, pages })).message;
  } finally {
    await rm(directory, { recursive: true });
  }
}

it('CARD-7 no attempt of a release in the gate gets out of its sandbox or harms the host', async () => {
  const rest = Object.entries(ESCAPE_ATTEMPTS);
  const messages: Record<string, string> = {};
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) messages[next[0]] = await check(next[1]);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  const escaped = Object.entries(messages).filter(([, message]) => /ESCAPED|forged/.test(message));
  expect(escaped).toEqual([]);
  expect(Object.keys(messages)).toHaveLength(Object.keys(ESCAPE_ATTEMPTS).length);
  expect(await check('')).toContain('renders 1 of its pages');
});

it.each([
  ["a dry run that kills its parent: 'process.kill(process.ppid)'", `process.kill(process.ppid, 'SIGKILL')`],
  ['2 GB of buffers', `const held = []; for (let i = 0; i < 32; i += 1) held.push(Buffer.alloc(64 << 20, 1))`],
])('CARD-7 the gate refuses %s, and the host goes on', async (_title, code) => {
  const { manifest, files } = fakeRelease({ server: `exports.render = () => { ${code}; };` });
  const directory = await writeRelease({ manifest, files });
  const candidate = { remote: 'sample', directory };
  const verdict = await checkServerRender({ candidate, manifest, host, pages });
  await rm(directory, { recursive: true });
  expect(verdict).toMatchObject({ name: 'server-render', ok: false });
});
