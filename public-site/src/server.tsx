import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { HostApi, Render } from '@godhuli/contracts/host';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app';
import { readInitialData } from './data/sources';
import { documentHead, structuredDataText } from './head/document-head';
import { ServerPartsContext } from './page/server-parts';
import { FirstStyles, OtherStyles } from './styles/page-styles';
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
function compile(styles: ReactElement): string {
  const cache = createCache({ key: 'public-site', stylisPlugins: [] });
  const { extractCritical } = createEmotionServer(cache);
  return extractCritical(renderToString(<CacheProvider value={cache}>{styles}</CacheProvider>)).css;
}
const firstStyles = compile(<FirstStyles />);
const otherStyles = compile(<OtherStyles />);

/**
 * Renders the page as the browser's first render does: markup, with the styles of what is below and the structured data
 * in it, and for the head the first view's styles, the page's own elements and the hero's preload. Data that is missing
 * or not readable is fetched by the browser.
 */
export const render: Render = (input) => {
  const data = readInitialData(input.data);
  const origin = input.origin ?? '';
  const html = renderToString(
    <ServerPartsContext value={{ styles: otherStyles, structuredData: structuredDataText(data, origin) }}>
      <App host={serverHost(input)} />
    </ServerPartsContext>,
  );
  const head = `${documentHead(data, origin)}<style data-styles-of="${stylesNameOf(input.release)}">${firstStyles}</style>`;
  return { html, head, data: input.data };
};
