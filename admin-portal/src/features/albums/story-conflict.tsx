import { TakenOver } from '../../app/taken-over';
import { Button } from '../../ui/button';
import * as styles from './albums.styles';
import { differencesOf } from './story-draft';
import type { StoryForm } from './use-story';

/** Someone else changed this story. Shows what differs; nothing that was typed is lost. */
export function StoryConflict({ story, conflict }: { story: StoryForm; conflict: NonNullable<StoryForm['conflict']> }) {
  const differences = differencesOf(story.draft, conflict.theirs);
  return (
    <div css={styles.conflictBox} role="alert">
      <p>
        <strong>Someone else changed this story while you were editing.</strong> Nothing you typed is lost.
        <TakenOver labels={conflict.taken} />
      </p>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Theirs</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, mine, theirs: other }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{other}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div css={styles.buttons}>
        <Button onClick={() => void story.save()}>Save my version</Button>
        <Button variant="quiet-bad" onClick={story.takeTheirs}>
          Discard mine and use theirs
        </Button>
      </div>
    </div>
  );
}
