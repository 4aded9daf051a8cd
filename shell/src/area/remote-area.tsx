import type { HostApi } from '@godhuli/contracts/host';
import type { Mount, PageComposition, PageRelease } from '@godhuli/contracts/page';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { runScriptAgain } from '../remote/insert-script';
import type { LoadModule } from '../remote/load-remote';
import { reportFailure } from '../remote/report';
import { createStore, type Store } from '../store';
import { Fallback } from './fallback';
import { fieldsOf, keepInput } from './keep-input';
import { LeaveDialog } from './leave-dialog';
import { type ChooseStyleProvider, mountRemote } from './mount-remote';
import type { UseRouting } from './routing';
import { type HostWithoutRelease, type OpenDocument, useHost } from './use-host';
import { useRemote } from './use-remote';
import { useUnloadQuestion } from './use-unload-question';

const NO_DATA = {};
/** Failures of a preview are not reported: visitors do not get that release. */
const ignoreFailure: typeof reportFailure = () => undefined;

export interface RemoteAreaProps {
  page: PageComposition;
  mount: Mount;
  load: LoadModule;
  openDocument: OpenDocument;
  /** the element that remotes render into, next to the shell's root */
  container: HTMLElement;
  useRouting: UseRouting;
  styleProvider: ChooseStyleProvider;
}

/** Returns the server's markup for this remote, if the document has it. */
function serverMarkup(container: HTMLElement, remote: string): HTMLElement | null {
  return container.querySelector<HTMLElement>(`:scope > [data-remote="${remote}"][data-rendered]`);
}

/**
 * One mounted remote: loads it, renders it into its container and shows a fallback when it fails. A failure here affects
 * only this area.
 */
export function RemoteArea(props: RemoteAreaProps) {
  const { page, mount, load, openDocument, container, useRouting, styleProvider } = props;
  const releases = page.remotes[mount.remote];
  if (!releases) throw new Error(`the composition contains no release of ${mount.remote}`);
  const { live, previous } = releases;
  const { host, routing, question, leavingFor, decideLeaving } = useHost({
    mount,
    data: mount.remote === page.mount.remote ? page.data : NO_DATA,
    openDocument,
    useRouting,
  });
  useUnloadQuestion(question);
  const report = page.preview ? ignoreFailure : reportFailure;
  const { state, retry, fail } = useRemote({ live, previous, load, report });
  const store = useHostStore(host, state.step === 'loaded' ? state.release : live);

  useLayoutEffect(() => {
    if (state.step !== 'loaded') return;
    const { release, remote } = state;
    const rendered = serverMarkup(container, mount.remote);
    const markup = rendered?.outerHTML;
    let fields = fieldsOf(container);
    const hydrate = rendered !== null && release === live;
    // The response to a form that the browser sends replaces the page. A new form could be sent a second time.
    if (!hydrate && rendered?.querySelector('form [aria-busy]')) return;
    const element = hydrate ? rendered : document.createElement('div');
    element.dataset.remote = mount.remote;
    // From now on React owns the markup.
    delete element.dataset.rendered;
    if (!hydrate) {
      container.append(element);
      // The server's page stays until this release shows its own.
      new MutationObserver((_records, observer) => {
        // A release that has failed in an effect is empty again.
        if (!element.firstElementChild) return;
        observer.disconnect();
        const { id } = document.activeElement as Element;
        keepInput(fields, element);
        fields = fieldsOf(element);
        rendered?.remove();
        document.getElementById(id)?.focus();
      }).observe(element, { childList: true });
    }
    const unmount = mountRemote({
      remote,
      store,
      element,
      hydrate,
      styleProvider,
      onRenderError(step, error) {
        if (markup && !serverMarkup(container, mount.remote)) {
          // The server's page is readable without this release, in an element that its root does not know.
          element.outerHTML = markup;
          keepInput(fields, container);
          if (page.pageScript) runScriptAgain(page.pageScript);
        }
        fail(release, step, error);
      },
      onMismatch(error) {
        console.error(error);
        report(release, 'hydrate', String(error));
      },
    });
    return () => {
      // React cannot unmount a root while it renders another.
      setTimeout(() => {
        unmount();
        element.remove();
      });
    };
  }, [state, container, mount.remote, page.pageScript, live, store, styleProvider, fail, report]);

  const readable = serverMarkup(container, mount.remote) !== null;
  return (
    <>
      {state.step === 'loading' && !readable && (
        <p className="shell-loading" role="status">
          Loading…
        </p>
      )}
      {state.step === 'failed' && (
        <Fallback readable={readable} labels={page.labels} trying={state.trying} onRetry={retry} />
      )}
      {question !== null && routing.isBlocked && <LeaveDialog question={question} onDecide={routing.resolve} />}
      {question !== null && leavingFor !== null && <LeaveDialog question={question} onDecide={decideLeaving} />}
    </>
  );
}

/**
 * Returns the host API as a store that the remote reads, updated whenever the host changes. A prop of the remote's root would
 * not do: updating a root during hydration discards the server's markup.
 */
function useHostStore(host: HostWithoutRelease, release: PageRelease): Store<HostApi> {
  const { name, version } = release;
  const value = useMemo(() => ({ ...host, release: { name, version } }), [host, name, version]);
  const store = useRef<Store<HostApi>>(null);
  store.current ??= createStore<HostApi>(value);
  useEffect(() => store.current?.set(value), [value]);
  return store.current;
}
