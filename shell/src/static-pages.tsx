import type { ShellLabels } from '@godhuli/contracts/page';
import { renderToStaticMarkup } from 'react-dom/server';
import { NotFoundPage } from './pages/error-pages';
import { NoticePage } from './pages/notice-page';
import { ToastArea } from './toast/toast-area';

/** Its links lead to the start of the language. */
const notFoundIn = (language: string, text: string, back: string) =>
  renderToStaticMarkup(<NotFoundPage language={language} text={text} back={back} />).replaceAll(
    'href="/"',
    `href="/${language}"`,
  );

/**
 * The shell's notice pages as plain markup for the front door, rendered once by the build. The front door puts its own markup
 * into `slot`.
 */
export const staticPages = {
  notFound: {
    en: renderToStaticMarkup(<NotFoundPage />),
    mr: notFoundIn('mr', 'हे पान सापडले नाही. वेब पत्ता तपासा किंवा संकेतस्थळावर परत जा.', 'संकेतस्थळावर परत'),
    hi: notFoundIn('hi', 'यह पेज नहीं मिला। वेब पता जाँचें या वेबसाइट पर वापस जाएँ।', 'वेबसाइट पर वापस'),
  },
  notice: renderToStaticMarkup(
    <NoticePage eyebrow="{{eyebrow}}" heading="{{heading}}" text="{{text}}">
      {'{{slot}}'}
    </NoticePage>,
  ),
};

/** The empty toast area of a document, by language; the shell's own one takes its place. */
export const toastArea: Record<string, string> = Object.fromEntries(
  ['en', 'mr', 'hi'].map((language) => [language, renderToStaticMarkup(<ToastArea language={language} />)]),
);

/** The front door writes them into documents of these languages (LANG-4): in the scripts, every visitor would load them. */
export const labels: Record<string, ShellLabels> = {
  mr: {
    lang: 'mr',
    partly: 'या पानावरील काही बटणे अजून चालत नाहीत. लिंक, फोन नंबर आणि फॉर्म चालतात.',
    retry: 'पुन्हा प्रयत्न करा',
  },
  hi: {
    lang: 'hi',
    partly: 'इस पेज के कुछ बटन अभी काम नहीं कर रहे। लिंक, फ़ोन नंबर और फ़ॉर्म काम करते हैं।',
    retry: 'फिर से कोशिश करें',
  },
};
