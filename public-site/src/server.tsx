import { FORM_VERSION, type HostApi, type Render, type RenderInput, type RenderOutput } from '@godhuli/contracts/host';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from './app';
import { postedInquiry } from './contact/posted-form';
import { POSTED_INQUIRY } from './contact/use-inquiry-form';
import { readInitialData } from './data/sources';
import { documentHead, structuredDataText } from './head/document-head';
import { IconSymbols } from './page/icon-sprite';
import { ServerPartsContext } from './page/server-parts';
import { CRITICAL_STYLES, DEFERRED_STYLES } from './styles/page-styles';
import { stylesId } from './styles/server-styles';

const ICON_SYMBOLS = renderToStaticMarkup(<IconSymbols />);

/** A host for the first render. Its functions do nothing on the server. */
function serverHost(input: RenderInput): HostApi {
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
 * Renders the page as the browser's first render does. The head gets the critical styles, the meta elements and the
 * preload of the hero photo; the markup gets the deferred styles and the structured data. The browser fetches data that
 * is missing or invalid. A posted form travels with that data, so that the browser renders it as well.
 */
export const render: Render = ({ form, ...input }) => {
  if (form?.version === FORM_VERSION && form.name === 'inquiry') {
    const posted = postedInquiry(form);
    const data = { ...input.data, [POSTED_INQUIRY]: posted };
    return { ...renderPage({ ...input, data }, posted.notice.title), formVersion: FORM_VERSION };
  }
  return renderPage(input);
};

function renderPage(input: RenderInput, result?: string): RenderOutput {
  const data = readInitialData(input.data);
  const origin = input.origin ?? '';
  const serverParts = {
    deferredStyles: DEFERRED_STYLES,
    iconSymbols: ICON_SYMBOLS,
    structuredData: structuredDataText(data, origin),
  };
  const html = renderToString(
    <ServerPartsContext value={serverParts}>
      <App host={serverHost(input)} />
    </ServerPartsContext>,
  );
  const head = `${documentHead(data, origin, result)}<style data-styles-of="${stylesId(input.release)}">${CRITICAL_STYLES}</style>`;
  return { html, head, data: input.data };
}
