import type { Profile, Stat } from '@godhuli/contracts/studio';
import Calendar from 'lucide-react/icons/calendar';
import { t } from '../languages/language';
import { editMark } from '../page/edit-mark';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { StatTiles } from '../page/stat-tiles';
import { Photo } from '../photo/photo';
import { type Frame, WHOLE } from '../photo/sizes';

const PORTRAIT_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '62vw', WHOLE],
  ['(max-width:899px)', '80vw', WHOLE],
  ['', 'max(42vw,47.5vw - 90px)', WHOLE],
];
const STUDIO_FRAMES: readonly Frame[] = [
  ['(max-width:899px)', 'calc(31vw - 17px)', WHOLE],
  ['', 'min(15vw,16.5rem)', WHOLE],
];

/** The photographer and the studio's history (PUB-ABOUT-1, PUB-ABOUT-2). */
export function About({ profile, stats }: { profile: Profile; stats: readonly Stat[] }) {
  const facts = [
    { icon: <Icon name="map-pin" />, term: 'Location', field: 'location', value: profile.location },
    { icon: <Calendar className="icon" />, term: 'Since', field: 'since', value: profile.since },
  ];
  return (
    <section id="about" className="about section" data-tone="sand" aria-labelledby="about-h" tabIndex={-1}>
      <div className="container">
        <div className="about__top">
          <p className="eyebrow">{t('About')}</p>
          <h2 id="about-h">{t('The Artist Behind the Lens')}</h2>
          <div className="about__photos" data-edit={editMark('profile:all:portraitId')}>
            <Photo className="about__portrait" media={profile.portrait} frames={PORTRAIT_FRAMES} />
            {profile.studio && <Photo className="about__studio" media={profile.studio} frames={STUDIO_FRAMES} />}
          </div>
          <div className="about__text">
            <h3 data-edit={editMark('profile:all:title')}>{profile.title}</h3>
            <p className="about__subtitle" data-edit={editMark('profile:all:subtitle')}>
              {profile.subtitle}
            </p>
            <p className="lead" data-edit={editMark('profile:all:description')}>
              {profile.description}
            </p>
            <dl className="facts">
              {facts.map(({ icon, term, field, value }) => (
                <div key={term} data-edit={editMark(`profile:all:${field}`)}>
                  <dt>
                    {icon} {t(term)}
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <h4 className="label">{t('Achievements')}</h4>
            <IconList
              className="achievements"
              icon="award"
              items={profile.achievements}
              editMark={editMark('achievements:all:items')}
            />
          </div>
        </div>
        <StatTiles stats={stats} large />
        <div className="timeline">
          <h3>{t('Journey Timeline')}</h3>
          <ol>
            {profile.timeline.map((event, index) => (
              <li key={event.year} data-edit={editMark(`timeline:all:items.${index}`)}>
                <p className="timeline__year">{event.year}</p>
                <h4>{event.title}</h4>
                <p>{event.description}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
