/** The program that loads a release in a document as a page does. */
import type { HostApi, RemoteModule } from '@godhuli/contracts/host';
import { createElement } from 'react';
import type { PageRequest } from '../messages.js';
import { failOnStrayErrors, hideHost, serve } from './channel.js';
import { openDocument } from './document.js';
import { causeOf, Failure } from './failure.js';
import { runStep } from './steps.js';

hideHost();
// Code of a release must not decide when a step ends.
Object.freeze(Promise);
Object.freeze(Promise.prototype);

await serve(async (request: PageRequest) => {
  // In a mounted page, an error outside rendering costs a click and not the page.
  failOnStrayErrors(request.mode === 'render');
  const page = openDocument(request);
  // React and emotion look for a document when they are loaded.
  const { shareScope, showPage } = await import('./shared-modules.js').then((host) => host.prepare(request, page));
  for (const script of request.scripts) {
    const what = script === request.scripts[0] ? 'the container entry fails' : `${script} fails`;
    await runStep(what, () => page.loadScript(script));
    if (page.thrown.length > 0) throw new Failure(`${what}: ${causeOf(page.thrown[0])}`);
  }
  const App = await loadRemote(request, page.window, shareScope);
  let isEmpty = request.pages.length > 0;
  for (const { pathname, data } of request.pages) {
    const element = createElement(App, { host: hostDouble(request, pathname, data) });
    const failed = request.mode === 'render' ? 'does not render' : 'breaks in a document';
    const shown = runStep(`the page ${pathname} ${failed}`, () => showPage(element));
    if (await (request.mode === 'show' ? shown.catch(() => false) : shown)) isEmpty = false;
    if (request.mode === 'show' && !isEmpty) break;
  }
  return isEmpty;
});

/** Returns the API that the shell gives a remote, without effects. */
function hostDouble({ basePath, name }: PageRequest, pathname: string, data: Record<string, unknown>): HostApi {
  return {
    basePath,
    location: { pathname, search: '', hash: '' },
    navigate: () => undefined,
    toast: () => undefined,
    setUnsavedChanges: () => undefined,
    initialData: data,
    release: { name, version: '0.0.0-000000000000' },
  };
}

interface Container {
  init(scope: object): unknown;
  get(module: string): Promise<() => unknown>;
}

async function loadRemote(request: PageRequest, window: object, shareScope: object) {
  const container = (window as Record<string, Container | undefined>)[request.container];
  if (typeof container?.init !== 'function' || typeof container.get !== 'function') {
    throw new Failure(`the container entry defines no container called ${request.container}.`);
  }
  await runStep('the container fails at init', () => container.init(shareScope));
  const factory = await runStep('./remote is not given', () => container.get('./remote'));
  const exported = (await runStep('./remote fails', () => factory())) as { remote?: Record<string, unknown> } | null;
  const remote = exported?.remote;
  if (!remote || typeof remote.App !== 'function') throw new Failure("./remote exports no 'remote' with an App.");
  if (!request.contracts.includes(remote.contract as number)) {
    const served = request.contracts.join(' and ');
    throw new Failure(`the remote speaks contract ${remote.contract}; this host serves ${served}.`);
  }
  if (remote.name !== request.name) throw new Failure(`the remote calls itself ${remote.name}.`);
  return remote.App as RemoteModule['App'];
}
