import { ApiError } from '@godhuli/contracts/api-error';
import type { Locale } from '@godhuli/contracts/locales';
import morphdom from 'morphdom';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../app/call';
import { renderPreview, type Unsaved } from './site.requests';
import { previewFrame, previewStage } from './site-editor.styles';

const DEBOUNCE_MS = 60;
const RETRY_MS = 3000;
const HEIGHT = 900;
const MARK = '[data-edit]';

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

/**
 * The public page with the drafts. The frame runs no scripts; this component changes its document in place, so it keeps its
 * scroll position, and listens to clicks in it.
 */
export function PreviewFrame({ locale, unsaved, revision, width, part, focused, onSelect }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [scale, setScale] = useState(1);
  const select = useRef(onSelect);
  select.current = onSelect;
  const request = JSON.stringify(unsaved);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` and `attempt` render the same form again
  useEffect(() => {
    const controller = new AbortController();
    let retry: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(async () => {
      try {
        const html = await renderPreview(locale, JSON.parse(request), controller.signal);
        setProblem(null);
        const shown = frame.current?.contentDocument;
        if (shown?.querySelector('[data-rendered]')) morph(shown, html);
        else setFirst(html);
      } catch (error) {
        if (controller.signal.aborted) return;
        setProblem(failureText(error, 'The preview could not be shown.'));
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

  useEffect(() => {
    const element = stage.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);

  useEffect(() => {
    const shown = frame.current?.contentDocument;
    for (const marked of shown?.querySelectorAll<HTMLElement>(MARK) ?? [])
      marked.style.outline = focused !== null && marked.dataset.edit === focused ? '3px solid #e8a33d' : '';
    if (focused !== null) reveal(shown?.querySelector(`[data-edit="${CSS.escape(focused)}"]`));
  }, [focused]);

  const showPart = () => {
    const shown = frame.current?.contentDocument;
    reveal(shown?.querySelector(`[data-edit^="${CSS.escape(part)}"]`));
  };
  useEffect(showPart, [part]);

  const listen = () => {
    showPart();
    frame.current?.contentDocument?.addEventListener('click', (event) => {
      const target = event.target as Element;
      if (target.closest('a, button')) event.preventDefault();
      const mark = target.closest<HTMLElement>(MARK)?.dataset.edit;
      if (mark) select.current(mark);
    });
  };
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

/** Scrolls the page in the frame to an element. `scrollIntoView` would scroll the editor around the frame as well. */
function reveal(element: Element | null | undefined): void {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return;
  const { left, width } = element.getBoundingClientRect();
  for (let strip = element.parentElement; strip && width > 0; strip = strip.parentElement)
    if (['auto', 'scroll'].includes(view.getComputedStyle(strip).overflowX))
      strip.scrollLeft += left - strip.getBoundingClientRect().left - (strip.clientWidth - width) / 2;
  const { top, bottom, height } = element.getBoundingClientRect();
  // The header covers the top.
  const isShown = top >= 80 && bottom <= view.innerHeight;
  if (height > 0 && !isShown) view.scrollBy(0, top - view.innerHeight / 3);
}

/** Changes a document into the new one, element by element. What a reader opened or selected stays so. */
function morph(shown: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  morphdom(shown.documentElement, next.documentElement, {
    onBeforeElUpdated(from, to) {
      if (from.isEqualNode(to)) return false;
      if (from.tagName === 'INPUT') (to as HTMLInputElement).checked = (from as HTMLInputElement).checked;
      if (from.tagName === 'DETAILS') (to as HTMLDetailsElement).open = (from as HTMLDetailsElement).open;
      to.style.outline = from.style.outline;
      return true;
    },
  });
}
