import { createRoot } from 'react-dom/client';
import { useSiteData } from '../../../../public-site/src/data/use-site-data';
import { ContactSection } from '../site/contact-section';
import { PageScript } from '../site/page-script';
import { SitePage } from '../site/site-page';
import '../site/styles.css';

/** The page, rendered in the browser from the API. */
function Site() {
  const data = useSiteData(undefined);
  return (
    <>
      <SitePage data={data}>
        <ContactSection entries={data.content.value} />
      </SitePage>
      <PageScript content={data} />
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Site />);
