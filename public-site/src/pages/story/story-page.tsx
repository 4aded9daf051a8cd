import type { Story } from '@godhuli/contracts/albums';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { isStory } from '../../data/story-guards';
import { FilmView } from '../../film/film';
import { localPath, t } from '../../languages/language';
import { Icon } from '../../page/icon';
import { Photo } from '../../photo/photo';
import { PhotoRows } from '../../portfolio/photo-rows';
import { Breadcrumbs } from '../breadcrumbs';
import type { PageProps, SitePage } from '../page';
import { storyCrumbs } from './crumbs';
import { dateText } from './date-text';
import { COVER_FRAMES } from './frames';
import { Facts } from './story-card';

type Section = Story['sections'][number];

/** Photos that follow each other are rows; a film stands between them. */
function runsOf({ entries }: Section): (PortfolioItem[] | Extract<Section['entries'][number], { kind: 'film' }>)[] {
  const runs: ReturnType<typeof runsOf> = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (entry.kind === 'film') runs.push(entry);
    else if (Array.isArray(last)) last.push(entry.photo);
    else runs.push([entry.photo]);
  }
  return runs;
}

/** One story: cover, facts, text, sections of photos and films, and its neighbours (STORY-4). */
function StoryPage({ data: story, studio }: PageProps<Story>) {
  const { title, client, place, date, description, cover, sections, previous, next } = story;
  return (
    <article className="story portfolio section section--grain" data-tone="ink" aria-labelledby="page-h">
      <div className="container">
        <Breadcrumbs crumbs={storyCrumbs(story)} />
        <header className="story__head">
          <p className="eyebrow">
            <Facts facts={[client, place, date && dateText(date)]} separator=" / " />
          </p>
          <h1 id="page-h">{title}</h1>
          {description && <p className="lead">{description}</p>}
          <a className="button button--solid" href={localPath(`/${date ? `?date=${date}` : ''}#contact`)}>
            {date ? t('Ask about this date') : t('Ask about this')}
          </a>
        </header>
        {cover && <Photo className="story__cover" media={cover} frames={COVER_FRAMES} hasPriority />}
        {sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one title
          <section key={`${section.title}-${index}`} className="story__section">
            {section.title && <h2>{section.title}</h2>}
            {section.text && <p className="lead">{section.text}</p>}
            {runsOf(section).map((run) =>
              Array.isArray(run) ? (
                <PhotoRows key={run[0]?._id} photos={run} />
              ) : (
                <FilmView key={run.film._id} film={run.film} studio={studio} heading="h3" />
              ),
            )}
          </section>
        ))}
        {(previous || next) && (
          <nav className="story__neighbours" aria-label={t('More stories')}>
            {previous && (
              <a href={localPath(`/stories/${previous.slug}`)} rel="prev">
                <span className="eyebrow">{t('Previous story')}</span>
                {previous.title}
              </a>
            )}
            {next && (
              <a href={localPath(`/stories/${next.slug}`)} rel="next">
                <span className="eyebrow">
                  {t('Next story')} <Icon name="arrow-right" />
                </span>
                {next.title}
              </a>
            )}
          </nav>
        )}
      </div>
    </article>
  );
}

export const storyPage: SitePage<Story> = {
  dataPath(pathname) {
    const slug = /^\/stories\/([^/]+)\/?$/.exec(pathname)?.[1];
    return slug && `/api/albums/${slug}`;
  },
  isData: isStory,
  Page: StoryPage,
  notFound: 'Story not found',
};
