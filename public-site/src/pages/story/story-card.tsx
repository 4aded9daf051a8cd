import type { StorySummary } from '@godhuli/contracts/albums';
import { localPath } from '../../languages/language';
import { Photo } from '../../photo/photo';
import { type Frame, WHOLE } from '../../photo/sizes';

const FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '91vw', WHOLE],
  ['', 'min(46vw,34rem)', WHOLE],
];

/** Facts in one line, without empty ones. The direction of one text does not change the others. */
export function Facts({ facts, separator }: { facts: (string | null)[]; separator: string }) {
  return facts.filter(Boolean).map((fact, index) => [index > 0 && separator, <bdi key={fact}>{fact}</bdi>]);
}

/** A story in a list: cover, title, client and place. */
export function StoryCard({ story }: { story: StorySummary }) {
  const { client, place } = story;
  return (
    <li className="story-card">
      <a href={localPath(`/stories/${story.slug}`)}>
        <Photo className="story-card__cover" media={story.cover} alt="" frames={FRAMES} />
        <h3>{story.title}</h3>
        {(client || place) && (
          <p>
            <Facts facts={[client, place]} separator=", " />
          </p>
        )}
      </a>
    </li>
  );
}
