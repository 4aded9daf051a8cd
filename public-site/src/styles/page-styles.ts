import about from '../about/about.css?inline';
import contact from '../contact/contact.css?inline';
import contactBar from '../contact/contact-bar.css?inline';
import footer from '../footer/footer.css?inline';
import header from '../header/header.css?inline';
import hero from '../hero/hero.css?inline';
import packages from '../packages/packages.css?inline';
import document from '../page/document.css?inline';
import page from '../page/page.css?inline';
import sections from '../page/sections.css?inline';
import portfolio from '../portfolio/portfolio.css?inline';
import services from '../services/services.css?inline';
import testimonials from '../testimonials/testimonials.css?inline';

/** Styles of what a visitor sees above the fold. */
export const CRITICAL_STYLES = document + page + header + hero;

/** Styles of the sections below the fold. */
export const DEFERRED_STYLES =
  sections + services + portfolio + packages + about + testimonials + contact + contactBar + footer;
