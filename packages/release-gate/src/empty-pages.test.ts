import { rm } from 'node:fs/promises';
import { checkSmoke } from './isolated-checks.js';
import { fakeRelease, writeRelease } from './testing/fake-release.js';
import { createTestHost } from './testing/test-host.js';

jest.setTimeout(300_000);

async function check(body: string, isStored = false) {
  const module = `{ remote: { contract: 1, name: 'sample', App: ({ host }) => { ${body} } } }`;
  const release = fakeRelease({ module, manifest: { routes: ['/', '/rooms'] } });
  const directory = await writeRelease(release);
  try {
    const candidate = { remote: 'sample', directory };
    const pages = ['/', '/rooms'].map((pathname) => ({ pathname, data: {}, exists: true }));
    return await checkSmoke({ candidate, manifest: release.manifest, host: createTestHost(), pages, isStored });
  } finally {
    await rm(directory, { recursive: true });
  }
}

it.each([
  ['null', 'return null;'],
  ['only a style element', 'return React.createElement("style", null, "p { color: red }");'],
])('CARD-7 smoke refuses a release whose pages are empty: %s', async (_title, body) => {
  const { ok, message } = await check(body);
  expect(message).toBe('The exposed component failed: its pages are empty: they show no element and no text.');
  expect(ok).toBe(false);
});

it.each([
  ['on one of its pages', 'return host.location.pathname === "/rooms" ? "rooms" : null;'],
  [
    'after its effects',
    'const [on, turn] = React.useState(false); React.useEffect(() => turn(true)); return on ? React.createElement("p") : null;',
  ],
  [
    'although the effects of another page throw',
    'React.useEffect(() => { if (host.location.pathname !== "/rooms") throw new Error("no"); }); const [on, turn] = React.useState(false); React.useEffect(() => turn(true)); return on ? React.createElement("p") : null;',
  ],
  [
    'although an empty page throws in its effects',
    'React.useEffect(() => { throw new Error("no"); }); return host.location.pathname === "/rooms" ? "rooms" : null;',
  ],
  [
    'after slow effects',
    'const [on, turn] = React.useState(false); React.useEffect(() => { for (const start = Date.now(); Date.now() - start < 6000; ); turn(true); }, []); return on ? React.createElement("p") : null;',
  ],
  ['while it loads', 'return React.createElement("p", { role: "status" });'],
])('CARD-7 smoke accepts a release that shows something %s', async (_title, body) => {
  expect(await check(body)).toMatchObject({ ok: true });
});

it('CARD-7 smoke does not refuse a stored release whose pages are empty', async () => {
  expect(await check('return null;', true)).toMatchObject({ ok: true });
});
