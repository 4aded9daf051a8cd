import { css, Global } from '@emotion/react';
import type { ReactElement } from 'react';
import { aboutStyles } from '../about/about.styles';
import { contactStyles } from '../contact/contact.styles';
import { footerStyles } from '../footer/footer.styles';
import { headerStyles } from '../header/header.styles';
import { heroStyles } from '../hero/hero.styles';
import { packagesStyles } from '../packages/packages.styles';
import { documentStyles, pageStyles, sectionStyles } from '../page/page.styles';
import { portfolioStyles } from '../portfolio/portfolio.styles';
import { servicesStyles } from '../services/services.styles';
import { testimonialsStyles } from '../testimonials/testimonials.styles';

/** What the first view is drawn with; each block under the class of the part that it belongs to. */
const firstBlocks = css`
.site{${pageStyles}}
.site-header{${headerStyles}}
.site-hero{${heroStyles}}
`;

const otherBlocks = css`
.site{${sectionStyles}}
.site-services{${servicesStyles}}
.site-portfolio{${portfolioStyles}}
.site-packages{${packagesStyles}}
.site-about{${aboutStyles}}
.site-testimonials{${testimonialsStyles}}
.site-contact{${contactStyles}}
.site-footer{${footerStyles}}
`;

export const FirstStyles = (): ReactElement => <Global styles={[documentStyles, firstBlocks]} />;
export const OtherStyles = (): ReactElement => <Global styles={otherBlocks} />;

/**
 * Every style of the page. The server compiles them once and writes them into the document; a browser that finds them
 * there never loads this module, nor emotion.
 */
export default function PageStyles(): ReactElement {
  return (
    <>
      <FirstStyles />
      <OtherStyles />
    </>
  );
}
