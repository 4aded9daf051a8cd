import * as emotion from '@emotion/react';
import * as emotionJsx from '@emotion/react/jsx-runtime';
import * as React from 'react';
import * as jsx from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { createRoot } from 'react-dom/client';
import { prerenderToNodeStream } from 'react-dom/static';
import type { PageRequest } from '../messages.js';
import { NO_NETWORK } from './browser-gaps.js';
import type { OpenDocument } from './document.js';

const MODULES: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsx,
  'react-dom': ReactDom,
  '@emotion/react': emotion,
  '@emotion/react/jsx-runtime': emotionJsx,
};

/**
 * Returns the share scope with the host's modules, and a function that renders or mounts a page with them and returns whether the page
 * shows anything.
 */
export function prepare({ modules, mode }: PageRequest, { window }: OpenDocument) {
  const shareScope: Record<string, object> = {};
  for (const [name, version] of Object.entries(modules)) {
    const module = MODULES[name];
    if (!module) throw new Error(`the sandbox has no ${name}`);
    const lib = () => module;
    shareScope[name] = { [version]: { get: async () => lib, loaded: 1, eager: true, from: 'host', lib } };
  }
  const showPage = (element: React.ReactElement): Promise<boolean> =>
    mode === 'render' ? renderWhole(element) : mountWhole(window.document, element);
  return { shareScope, showPage };
}

const isNoNetwork = (error: unknown) => String((error as Error | null)?.message).includes(NO_NETWORK);

const COMMENTS_AND_STYLES = /<!--[\s\S]*?-->|<style[\s\S]*?<\/style>/gi;

/** Renders everything, including lazy parts; any error counts. @returns whether there is an element or text, or data are missing */
async function renderWhole(element: React.ReactElement): Promise<boolean> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(element, { onError: (error: unknown) => void failures.push(error) });
  if (failures.length > 0 && !isNoNetwork(failures[0])) throw failures[0];
  let html = '';
  for await (const chunk of prelude) html += chunk;
  return failures.length > 0 || html.replace(COMMENTS_AND_STYLES, '').trim() !== '';
}

/** After its first effects, a page has this long to load data and fail. */
const SETTLE_MS = 300;
const { setTimeout } = globalThis;

/** Reports that its siblings are mounted. */
function Mounted({ onMount }: { onMount: () => void }) {
  React.useEffect(onMount, [onMount]);
  return null;
}

/** Mounts an element and lets it settle; an error that would leave the page empty is thrown. @returns whether it shows anything */
async function mountWhole(document: Document, element: React.ReactElement): Promise<boolean> {
  let isOffline = false;
  const place = document.body.appendChild(document.createElement('div'));
  let root: ReturnType<typeof createRoot> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      root = createRoot(place, {
        onUncaughtError: (error) => {
          isOffline = isNoNetwork(error);
          if (isOffline) resolve();
          else reject(error);
        },
        onCaughtError: () => undefined,
      });
      const onMount = () => void setTimeout(resolve, SETTLE_MS);
      root.render(React.createElement(React.Fragment, null, element, React.createElement(Mounted, { onMount })));
    });
    // A portal adds elements beside the place.
    const isShown = (node: Node) => node !== place && node.nodeName !== 'STYLE';
    return isOffline || [...place.childNodes, ...document.body.childNodes].some(isShown);
  } finally {
    root?.unmount();
    place.remove();
  }
}
