import { FORM_VERSION, type HostApi, type Render, type RenderInput, type RenderOutput } from '@godhuli/contracts/host';
import { themeStyles } from '@godhuli/design-tokens/themes';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { App } from './app';
import { postedInquiry } from './contact/posted-form';
import { POSTED_INQUIRY } from './contact/use-inquiry-form';
import { type Content, groupContent } from './data/content';
import { readInitialData, SOURCE_NAMES } from './data/sources';
import { type Studio, studioOf } from './data/studio';
import { documentHead, jsonForScript, noticeHead, pageHead, structuredDataText } from './head/document-head';
import { chosenLanguages } from './languages/chosen-languages';
import { DEVANAGARI_FAMILIES, DEVANAGARI_STYLES } from './languages/devanagari-styles';
import { DICTIONARIES } from './languages/dictionaries';
import {
  currentLanguage,
  LABELS,
  type Language,
  languageOf,
  setLanguage,
  t,
  withoutLanguage,
} from './languages/language';
import { languageLinks } from './languages/language-links';
import { markLanguages } from './languages/mark-languages';
import { translatedData } from './languages/translate';
import { withEditMarks } from './page/edit-mark';
import { IconPaths } from './page/icon-sprite';
import { KEPT, type KeptData } from './page/kept-page';
import { ServerPartsContext } from './page/server-parts';
import { describe } from './pages/describe';
import { SURROUNDINGS, SubPage } from './pages/sub-page';
import { Site } from './site';
import { CRITICAL_STYLES, DEFERRED_STYLES } from './styles/page-styles';
import { stylesId } from './styles/server-styles';
import { SUB_PAGE_STYLES } from './styles/sub-page-styles';

const PAGES = { Home: App, SubPage };
const ICON_PATHS = renderToStaticMarkup(<IconPaths />);

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
export const render: Render = ({ form, ...given }) => {
  const input = inLanguage(given);
  if (form?.version === FORM_VERSION && form.name === 'inquiry') {
    const posted = postedInquiry(form);
    const data = { ...input.data, [POSTED_INQUIRY]: posted };
    return { ...renderPage({ ...input, data }, t(posted.notice.title)), formVersion: FORM_VERSION };
  }
  return renderPage(input);
};

/** Sets the language of the page, and translates its data. */
function inLanguage(input: RenderInput): RenderInput {
  const { pathname } = new URL(input.url, 'http://server.invalid');
  const language = languageOf(pathname);
  if (language === 'en') {
    setLanguage('en');
    return input;
  }
  const labels = DICTIONARIES[language];
  setLanguage(language, labels);
  return { ...input, data: translatedData(input.data, language, labels) };
}

interface Parts {
  head: string;
  structuredData: string;
  styles: string;
  deferredStyles: string;
  status?: 404;
  /** whether the page is rendered with all its data */
  isWhole: boolean;
}

function renderPage(input: RenderInput, result?: string): RenderOutput {
  const host = serverHost(input);
  const isHome = withoutLanguage(host.location.pathname) === '/';
  const { head, structuredData, styles, deferredStyles, status, isWhole } = isHome
    ? homeParts(input, result)
    : subPageParts(input);
  const content = groupContent(readInitialData(input.data).content.value);
  const markup = () =>
    renderToString(
      <ServerPartsContext
        value={{
          deferredStyles,
          iconPaths: ICON_PATHS,
          structuredData,
          languages: languageLinks(host.location.pathname, chosenLanguages(content)),
        }}
      >
        <Site host={host} pages={PAGES} />
      </ServerPartsContext>,
    );
  const language = currentLanguage();
  const rendered = input.preview ? withEditMarks(markup) : markup();
  const html = markLanguages(rendered, language);
  const own = language === 'en' ? '' : DEVANAGARI_STYLES;
  const style = `<style data-styles-of="${stylesId(input.release)}">${styles}${own}</style>`;
  const lang = language === 'en' ? {} : { lang: language };
  const data = isWhole ? keptData(input.data, studioOf(content)) : input.data;
  return { html, head: head + style + themeStyle(content, language), data, status, ...lang };
}

/** Returns what the browser needs of a page that keeps its markup: the data of the form (`KeptPage`). */
function keptData(data: RenderInput['data'], { chatNumber }: Studio): Record<string, unknown> {
  const studio: KeptData = { chatNumber };
  const kept = [POSTED_INQUIRY, LABELS].filter((name) => name in data).map((name) => [name, data[name]] as const);
  return { [KEPT]: studio, ...Object.fromEntries(kept) };
}

/** Returns the styles of the chosen theme, which follow those of the document; '' for the default one. */
function themeStyle({ theme = {} }: Content, language: Language): string {
  const styles = themeStyles(theme, language === 'en' ? {} : DEVANAGARI_FAMILIES);
  return styles === '' ? '' : `<style>${styles}</style>`;
}

function homeParts({ data, origin = '' }: RenderInput, result?: string): Parts {
  const site = readInitialData(data);
  return {
    head: documentHead(site, origin, result),
    structuredData: structuredDataText(site, origin),
    styles: CRITICAL_STYLES,
    deferredStyles: DEFERRED_STYLES,
    isWhole: SOURCE_NAMES.every((name) => !site[name].loading),
  };
}

function subPageParts({ url, data, origin = '' }: RenderInput): Parts {
  const site = readInitialData(data);
  const content = groupContent(site.content.value);
  const studio = studioOf(content);
  const hasSurroundings = SURROUNDINGS.every((name) => !site[name].loading);
  const styles = { styles: SUB_PAGE_STYLES, deferredStyles: '' };
  const described = describe(withoutLanguage(new URL(url, 'http://server.invalid').pathname), data, { studio, origin });
  if (described.step !== 'ready') {
    const head = noticeHead(`${t(described.heading)} · ${studio.brand}`);
    const isMissing = described.step === 'missing';
    const isWhole = hasSurroundings && isMissing;
    return { head, structuredData: '{}', ...styles, isWhole, ...(isMissing ? { status: 404 } : {}) };
  }
  const { path, structuredData, ...texts } = described.page;
  const head = pageHead({ ...texts, studio, origin, path, languages: chosenLanguages(content) });
  return { head, structuredData: jsonForScript(structuredData), ...styles, isWhole: hasSurroundings };
}
