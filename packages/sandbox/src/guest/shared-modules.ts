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

/** Returns the share scope with the host's modules, and a function that renders or mounts a page with them. */
export function prepare({ modules, mode }: PageRequest, { window }: OpenDocument) {
  const shareScope: Record<string, object> = {};
  for (const [name, version] of Object.entries(modules)) {
    const module = MODULES[name];
    if (!module) throw new Error(`the sandbox has no ${name}`);
    const lib = () => module;
    shareScope[name] = { [version]: { get: async () => lib, loaded: 1, eager: true, from: 'host', lib } };
  }
  const showPage = (element: React.ReactElement) =>
    mode === 'render' ? renderWhole(element) : mountWhole(window.document, element);
  return { shareScope, showPage };
}

const isNoNetwork = (error: unknown) => String((error as Error | null)?.message).includes(NO_NETWORK);

/** Renders everything, including lazy parts; any error counts. */
async function renderWhole(element: React.ReactElement): Promise<void> {
  const failures: unknown[] = [];
  await prerenderToNodeStream(element, { onError: (error: unknown) => void failures.push(error) });
  if (failures.length > 0 && !isNoNetwork(failures[0])) throw failures[0];
}

/** After its first effects, a page has this long to load data and fail. */
const SETTLE_MS = 300;
const { setTimeout } = globalThis;

/** Reports that its siblings are mounted. */
function Mounted({ onMount }: { onMount: () => void }) {
  React.useEffect(onMount, [onMount]);
  return null;
}

/** Mounts an element and lets it settle; an error that would leave the page empty is thrown. */
async function mountWhole(document: Document, element: React.ReactElement): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  let root: ReturnType<typeof createRoot> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      root = createRoot(place, {
        onUncaughtError: (error) => (isNoNetwork(error) ? resolve() : reject(error)),
        onCaughtError: () => undefined,
      });
      const onMount = () => void setTimeout(resolve, SETTLE_MS);
      root.render(React.createElement(React.Fragment, null, element, React.createElement(Mounted, { onMount })));
    });
  } finally {
    root?.unmount();
    place.remove();
  }
}
