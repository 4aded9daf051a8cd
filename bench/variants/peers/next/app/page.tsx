import type { Media } from '@godhuli/contracts/media';
import { connection } from 'next/server';
import { cache } from 'react';
import { groupContent, textOf } from '../../../../../public-site/src/data/content';
import { heroSlides } from '../../../../../public-site/src/data/hero-slides';
import { studioOf } from '../../../../../public-site/src/data/studio';
import { HERO_FRAME, PORTRAIT_WINDOW } from '../../../../../public-site/src/hero/hero-frame';
import { sizesOf } from '../../../../../public-site/src/photo/sizes';
import { fallbackSource, sourceSet } from '../../../../../public-site/src/photo/sources';
import { ContactSection } from '../../site/contact-section';
import { PageScript } from '../../site/page-script';
import { fetchSite } from '../../site/site-data';
import { SitePage } from '../../site/site-page';

/** The data of one request, or of the build if the page is exported. */
const readSite = cache(async () => {
  if (process.env.PEER === 'next-server') await connection();
  return fetchSite(process.env.API_ORIGIN as string);
});

export async function generateMetadata() {
  const { content } = await readSite();
  const texts = groupContent(content.value);
  const studio = studioOf(texts);
  return {
    title: textOf(texts, 'seo', 'title', `${studio.brand}: ${studio.trade}, ${studio.location}`),
    description: textOf(texts, 'seo', 'description', studio.description),
    icons: '/icon.svg',
  };
}

/** The preload of a hero photo. React moves it into the head. */
function Preload({ media, condition }: { media: Media; condition?: string }) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      href={fallbackSource(media)}
      imageSrcSet={sourceSet(media, 'avif')}
      imageSizes={sizesOf(media, HERO_FRAME)}
      fetchPriority="high"
      media={condition}
    />
  );
}

export default async function Page() {
  const data = await readSite();
  const [first] = heroSlides(data.hero.value, data.portfolio.value);
  return (
    <>
      {first?.portrait && <Preload media={first.portrait} condition={PORTRAIT_WINDOW} />}
      {first?.media && (
        <Preload media={first.media} condition={first.portrait ? `not all and ${PORTRAIT_WINDOW}` : undefined} />
      )}
      <SitePage data={data}>
        <ContactSection entries={data.content.value} />
      </SitePage>
      <PageScript />
    </>
  );
}
