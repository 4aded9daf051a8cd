import film from '../film/film.css?inline';
import footer from '../footer/footer.css?inline';
import header from '../header/header.css?inline';
import document from '../page/document.css?inline';
import page from '../page/page.css?inline';
import sections from '../page/sections.css?inline';
import pages from '../pages/pages.css?inline';
import photo from '../pages/photo/photo-page.css?inline';
import story from '../pages/story/story.css?inline';
import portfolio from '../portfolio/portfolio.css?inline';

/** Styles of every page but the one-page site. */
export const SUB_PAGE_STYLES = document + page + header + sections + pages + photo + portfolio + film + story + footer;
