import { renderToStaticMarkup } from 'react-dom/server';
import { NotFoundPage } from './pages/error-pages';
import { NoticePage } from './pages/notice-page';

/**
 * The shell's notice pages as plain markup for the front door, rendered once by the build. The front door puts its own markup
 * into `slot`.
 */
export const staticPages = {
  notFound: renderToStaticMarkup(<NotFoundPage />),
  notice: renderToStaticMarkup(
    <NoticePage eyebrow="{{eyebrow}}" heading="{{heading}}" text="{{text}}">
      {'{{slot}}'}
    </NoticePage>,
  ),
};
