import type { Mount, PageComposition, PageRelease } from '@godhuli/contracts/page';
import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LoadModule } from '../remote/load-remote';
import { reportFailure } from '../remote/report';
import { Fallback } from './fallback';
import { createHostStore, type HostStore } from './host-store';
import { LeaveDialog } from './leave-dialog';
import { type ChooseStyleProvider, mountRemote } from './mount-remote';
import type { UseRouting } from './routing';
import { type HostWithoutRelease, type OpenDocument, useHost } from './use-host';
import { useRemote } from './use-remote';
import { useUnloadQuestion } from './use-unload-question';

const NO_DATA = {};
/** What a preview does with failures: they say nothing about what visitors get. */
const keepQuiet: typeof reportFailure = () => undefined;

export interface RemoteAreaProps {
  page: PageComposition;
  mount: Mount;
  load: LoadModule;
  openDocument: OpenDocument;
  /** where remotes are rendered, beside the shell's own root */
  stage: HTMLElement;
  useRouting: UseRouting;
  styleProvider: ChooseStyleProvider;
}

/** The server's markup for this remote, when the document holds some. */
function serverMarkup(stage: HTMLElement, remote: string): HTMLElement | null {
  return stage.querySelector<HTMLElement>(`:scope > [data-remote="${remote}"][data-rendered]`);
}

/**
 * One mounted remote: loads it, renders it into the stage and stands in for it when it fails. Everything that goes
 * wrong here costs this area alone.
 */
export function RemoteArea(props: RemoteAreaProps): ReactElement {
  const { page, mount, load, openDocument, stage, useRouting, styleProvider } = props;
  const releases = page.remotes[mount.remote];
  if (!releases) throw new Error(`the composition holds no release of ${mount.remote}`);
  const { live, previous } = releases;
  const { host, routing, question, leavingFor, answerLeaving } = useHost({
    mount,
    data: mount.remote === page.mount.remote ? page.data : NO_DATA,
    openDocument,
    useRouting,
  });
  useUnloadQuestion(question);
  const report = page.preview ? keepQuiet : reportFailure;
  const { state, retry, fail } = useRemote({ live, previous, load, report });
  const [readable, setReadable] = useState(() => serverMarkup(stage, mount.remote) !== null);
  const store = useHostStore(host, state.step === 'loaded' ? state.release : live);

  useLayoutEffect(() => {
    if (state.step !== 'loaded') return;
    const { release, remote } = state;
    const rendered = serverMarkup(stage, mount.remote);
    const hydrate = rendered !== null && release === live;
    let element = rendered;
    if (!element || !hydrate) {
      rendered?.remove();
      element = document.createElement('div');
      element.dataset.remote = mount.remote;
      stage.append(element);
    }
    // Once React has the markup, it is no longer the server's.
    delete element.dataset.rendered;
    const markup = hydrate ? element.innerHTML : null;
    let broken = false;
    const unmount = mountRemote({
      remote,
      store,
      element,
      hydrate,
      styleProvider,
      onRenderError(stageOfFailure, error) {
        broken = true;
        setReadable(hydrate);
        fail(release, stageOfFailure, error);
      },
      onMismatch(error) {
        console.error(error);
        report(release, 'hydrate', String(error));
      },
    });
    if (!hydrate) setReadable(false);
    return () => {
      // React refuses to end a root while it is rendering another.
      setTimeout(() => {
        unmount();
        if (!broken || markup === null) {
          element.remove();
          return;
        }
        // A page that cannot be brought to life stays readable.
        element.innerHTML = markup;
        element.dataset.rendered = '';
      });
    };
  }, [state, stage, mount.remote, live, store, styleProvider, fail, report]);

  return (
    <>
      {state.step === 'loading' && !readable && (
        <p className="shell-loading" role="status">
          Loading…
        </p>
      )}
      {state.step === 'failed' && <Fallback readable={readable} trying={state.trying} onRetry={retry} />}
      {question !== null && routing.asking && <LeaveDialog question={question} onAnswer={routing.answer} />}
      {question !== null && leavingFor !== null && <LeaveDialog question={question} onAnswer={answerLeaving} />}
    </>
  );
}

/** Keeps the store that the remote reads in step with the host. */
function useHostStore(host: HostWithoutRelease, release: PageRelease): HostStore {
  const { name, version } = release;
  const value = useMemo(() => ({ ...host, release: { name, version } }), [host, name, version]);
  const store = useRef<HostStore>(null);
  store.current ??= createHostStore(value);
  useEffect(() => store.current?.set(value), [value]);
  return store.current;
}
