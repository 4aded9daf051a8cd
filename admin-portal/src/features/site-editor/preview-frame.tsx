import { ApiError } from '@godhuli/contracts/api-error';
import type { Locale } from '@godhuli/contracts/locales';
import { Component, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { followScroll, keepSeen, morph, readPage, reveal, seenSection } from './preview-document';
import { renderPreview, type Unsaved } from './site.requests';
import { previewFrame, previewStage } from './site-editor.styles';

const DEBOUNCE_MS = 60;
const RETRY_MS = 3000;
const HEIGHT = 900;
const MARK = '[data-edit]';
const FAILED = 'The preview could not be shown.';

interface PreviewFrameProps {
  locale: Locale;
  unsaved: Unsaved | null;
  /** changes when something else than the form did, so that the page is rendered again */
  revision: number;
  /** px */
  width: number;
  /** 'entity:id:' of the open part, or 'entity:' of a list */
  part: string;
  /** 'entity:id:field' of the focused field */
  focused: string | null;
  onSelect(mark: string): void;
}

/** The preview beside the editor, which stays in place when the preview fails: it holds what was typed. */
export class PreviewFrame extends Component<PreviewFrameProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    if (!this.state.hasFailed) return <Page {...this.props} />;
    const tryAgain = (
      <Button size="small" onClick={() => this.setState({ hasFailed: false })}>
        Try again
      </Button>
    );
    return <Banner actions={tryAgain}>{FAILED}</Banner>;
  }
}

/** Reads or changes the page in the frame. Its markup is another team's, so this may fail. */
function inPage(setProblem: (problem: string) => void, work: () => void) {
  try {
    work();
  } catch {
    setProblem(FAILED);
  }
}

/**
 * The public page with the drafts. The frame runs no scripts; this component changes its document in place, so it keeps its
 * scroll position, and listens to clicks in it.
 */
function Page({ locale, unsaved, revision, width: wantedWidth, part, focused, onSelect }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [scale, setScale] = useState(1);
  const [width, setWidth] = useState(wantedWidth);
  const seen = useRef<ReturnType<typeof seenSection>>(undefined);
  const select = useRef(onSelect);
  select.current = onSelect;
  const request = JSON.stringify(unsaved);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` and `attempt` render the same form again
  useEffect(() => {
    const controller = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(async () => {
      try {
        const page = readPage(await renderPreview(locale, JSON.parse(request), controller.signal));
        setProblem(null);
        const shown = frame.current?.contentDocument;
        if (shown?.querySelector('[data-rendered]')) morph(shown, page);
        else setFirst(`<!doctype html>${page.documentElement.outerHTML}`);
      } catch (error) {
        if (controller.signal.aborted) return;
        setProblem(failureText(error, FAILED));
        const isPassing = !(error instanceof ApiError) || error.status >= 500;
        if (isPassing) retry = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(retry);
      controller.abort();
    };
  }, [locale, request, revision, attempt]);

  // What is seen is read before the frame gets its new width.
  useLayoutEffect(() => {
    inPage(setProblem, () => {
      seen.current = seenSection(frame.current?.contentDocument);
    });
    setWidth(wantedWidth);
  }, [wantedWidth]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has another layout at another width
  useLayoutEffect(() => {
    // The page has its new layout some frames later, and the browser itself scrolls before that.
    let frames = 6;
    let request = 0;
    const keep = () => {
      inPage(setProblem, () => seen.current && keepSeen(seen.current));
      frames -= 1;
      if (frames > 0) request = requestAnimationFrame(keep);
    };
    request = requestAnimationFrame(keep);
    return () => cancelAnimationFrame(request);
  }, [width]);

  useEffect(() => {
    const element = stage.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);

  useEffect(() => {
    inPage(setProblem, () => {
      const shown = frame.current?.contentDocument;
      for (const marked of shown?.querySelectorAll<HTMLElement>(MARK) ?? [])
        marked.style.outline = focused !== null && marked.dataset.edit === focused ? '3px solid #e8a33d' : '';
      if (focused !== null) reveal(shown?.querySelector(`[data-edit="${CSS.escape(focused)}"]`));
    });
  }, [focused]);

  const showPart = () =>
    inPage(setProblem, () => {
      const shown = frame.current?.contentDocument;
      const marks = shown?.querySelectorAll(`[data-edit^="${CSS.escape(part)}"]`) ?? [];
      // The theme and other settings belong to the whole page. A new item stays beside the items of its list.
      if (shown && marks.length === 0 && part.startsWith('text:')) shown.documentElement.scrollTop = 0;
      // A carousel hides all slides but one.
      reveal([...marks].find((mark) => mark.getClientRects().length > 0));
    });
  useEffect(showPart, [part]);

  const listen = () =>
    inPage(setProblem, () => {
      followScroll(frame.current?.contentDocument);
      showPart();
      frame.current?.contentDocument?.addEventListener('click', (event) => {
        const target = event.target as Element;
        if (target.closest('a, button')) event.preventDefault();
        const mark = target.closest<HTMLElement>(MARK)?.dataset.edit;
        if (mark) select.current(mark);
      });
    });
  return (
    <div ref={stage} css={previewStage} style={{ height: HEIGHT * scale }}>
      {problem && <p role="alert">{problem}</p>}
      {first === null && !problem && <p role="status">Loading the preview…</p>}
      {first !== null && (
        <iframe
          ref={frame}
          title="Preview of the website"
          css={previewFrame}
          sandbox="allow-same-origin"
          srcDoc={first}
          onLoad={listen}
          style={{ width, height: HEIGHT, transform: `scale(${scale})` }}
        />
      )}
    </div>
  );
}
