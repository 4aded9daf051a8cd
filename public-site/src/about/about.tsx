import type { Profile, Stat } from '@godhuli/contracts/studio';
import Calendar from 'lucide-react/icons/calendar';
import type { ReactElement } from 'react';
import { Icon } from '../page/icon';
import { langOf } from '../page/lang-of';
import { StatTiles } from '../page/stat-tiles';
import { Photo } from '../photo/photo';
import type { Frame } from '../photo/sizes';

const PORTRAIT_FRAMES: readonly Frame[] = [
  ['(max-width:899px)', '80vw', 4 / 5],
  ['', '42vw', 4 / 5],
];
const STUDIO_FRAMES: readonly Frame[] = [
  ['(max-width:899px)', '28.5vw', 1],
  ['', '16.5vw', 1],
];

/** Who stands behind the camera (PUB-ABOUT-1, PUB-ABOUT-2). */
export function About({ profile, stats }: { profile: Profile; stats: readonly Stat[] }): ReactElement {
  return (
    <section id="about" className="site-about sec" data-tone="sand" aria-labelledby="about-h" tabIndex={-1}>
      <div className="container">
        <div className="about__top">
          <p className="eyebrow">About</p>
          <h2 id="about-h">The Artist Behind the Lens</h2>
          <div className="about__pics">
            <Photo className="about__p1" media={profile.portrait} frames={PORTRAIT_FRAMES} />
            {profile.studio && <Photo className="about__p2" media={profile.studio} frames={STUDIO_FRAMES} />}
          </div>
          <div className="about__txt">
            <h3 lang={langOf(profile.title)}>{profile.title}</h3>
            <p className="about__sub">{profile.subtitle}</p>
            <p className="lead">{profile.description}</p>
            <dl className="facts">
              <div>
                <dt>
                  <Icon name="map-pin" /> Location
                </dt>
                <dd>{profile.location}</dd>
              </div>
              <div>
                <dt>
                  <Calendar className="i" /> Since
                </dt>
                <dd>{profile.since}</dd>
              </div>
            </dl>
            <h4 className="label">Achievements</h4>
            <ul className="achv">
              {profile.achievements.map((achievement) => (
                <li key={achievement}>
                  <Icon name="award" />
                  {achievement}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <StatTiles stats={stats} large />
        <div className="tl">
          <h3>Journey Timeline</h3>
          <ol>
            {profile.timeline.map((entry) => (
              <li key={entry.year}>
                <p className="tl__y">{entry.year}</p>
                <h4>{entry.title}</h4>
                <p>{entry.description}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
