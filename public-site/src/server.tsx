import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { HostApi, Render } from '@godhuli/contracts/host';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { readInitialData } from './data/sources';
import { documentHead } from './head/document-head';
import PageStyles from './styles/page-styles';
import { stylesNameOf } from './styles/styles-in-document';

/** A host that the first render can read from; nothing acts on the server. */
function serverHost(input: Parameters<Render>[0]): HostApi {
  const { pathname, search } = new URL(input.url, 'http://server.invalid');
  return {
    basePath: input.basePath,
    location: { pathname, search, hash: '' },
    navigate: () => undefined,
    toast: () => undefined,
    setUnsavedChanges: () => undefined,
    initialData: input.data,
    release: input.release,
  };
}

/**
 * The page's styles, compiled once: they never change within a release. Without prefixes, for browsers that know the
 * page's other parts (the few that matter stand in the styles themselves).
 */
function compileStyles(): string {
  const cache = createCache({ key: 'public-site', stylisPlugins: [] });
  const { extractCritical } = createEmotionServer(cache);
  return extractCritical(
    renderToString(
      <CacheProvider value={cache}>
        <PageStyles />
      </CacheProvider>,
    ),
  ).css;
}
const styles = compileStyles();

/**
 * Renders the page as the browser's first render does: markup, and for the head the styles, the page's own elements
 * and the hero's preload. Data that is missing or not readable is fetched by the browser.
 */
export const render: Render = (input) => {
  const html = renderToString(<App host={serverHost(input)} />);
  const head =
    documentHead(readInitialData(input.data), input.origin ?? '') +
    `<style data-styles-of="${stylesNameOf(input.release)}">${styles}</style>`;
  return { html, head, data: input.data };
};
