import { renderToStaticMarkup } from 'react-dom/server';
import { NotFoundPage } from './pages/error-pages';
import { NoticePage } from './pages/notice-page';

/**
 * The shell's stand-in pages as plain markup, for the front door. Rendered once, by the build: one look, one source.
 * `slot` is where the front door puts markup of its own.
 */
export const staticPages = {
  notFound: renderToStaticMarkup(<NotFoundPage />),
  notice: renderToStaticMarkup(
    <NoticePage eyebrow="{{eyebrow}}" heading="{{heading}}" text="{{text}}">
      {'{{slot}}'}
    </NoticePage>,
  ),
};
