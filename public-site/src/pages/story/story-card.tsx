import type { StorySummary } from '@godhuli/contracts/albums';
import { localPath } from '../../languages/language';
import { Photo } from '../../photo/photo';
import { type Frame, WHOLE } from '../../photo/sizes';

const FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '91vw', WHOLE],
  ['', 'min(46vw,34rem)', WHOLE],
];

/** A story in a list: cover, title, client and place. */
export function StoryCard({ story }: { story: StorySummary }) {
  const facts = [story.client, story.place].filter(Boolean).join(', ');
  return (
    <li className="story-card">
      <a href={localPath(`/stories/${story.slug}`)}>
        <Photo className="story-card__cover" media={story.cover} alt="" frames={FRAMES} />
        <h3>{story.title}</h3>
        {facts && <p>{facts}</p>}
      </a>
    </li>
  );
}
