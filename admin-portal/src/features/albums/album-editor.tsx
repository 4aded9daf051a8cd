import type { Album } from '@godhuli/contracts/albums';
import ExternalLink from 'lucide-react/icons/external-link';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { ConflictNotice } from '../../app/conflict-notice';
import { PageHead } from '../../app/layout/page-head';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { useFormLanguage } from '../../app/use-form-language';
import { Banner } from '../../ui/banner';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button';
import { formatCount } from '../../ui/format-size';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import * as sortable from '../../ui/sortable-list.styles';
import { Spinner } from '../../ui/spinner';
import { muted, visuallyHidden } from '../../ui/text.styles';
import { useSorting } from '../../ui/use-sorting';
import * as styles from './albums.styles';
import { SectionPanel } from './section-panel';
import { countOf, differencesOf, emptySection, withEntryAt, withEntryMoved } from './story-draft';
import { StoryFields } from './story-fields';
import { useStory } from './use-story';

/** Adds a story or edits one: details, then sections with photos and films. */
export function AlbumEditor({ album }: { album: Album | null }) {
  const { basePath, navigate, toast } = useHost();
  const listUrl = `${basePath}/dashboard/albums`;
  const story = useStory(album, (saved, isNew) => {
    toast({ title: isNew ? 'Story added' : 'Story saved' });
    if (isNew) navigate(`${listUrl}?story=${saved._id}`, { replace: true });
  });
  useUnsavedChanges(story.isDirty);
  const { draft, errors, stored, setSections } = story;
  const [locale, setLocale] = useFormLanguage(errors);
  const [announcement, setAnnouncement] = useState('');
  const sorting = useSorting({
    name: 'entries',
    onDrop: (key, target) => {
      setSections((sections) => withEntryAt(sections, key, target));
      setAnnouncement('Moved.');
    },
    onStep: (key, step) => {
      setSections((sections) => withEntryMoved(sections, key, step));
      setAnnouncement(step === 1 ? 'Moved on by one place.' : 'Moved back by one place.');
    },
  });
  const isOnline = stored?.published === true;
  return (
    <form
      noValidate
      aria-busy={story.isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        void story.save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void story.save();
      }}
    >
      <PageHead
        title={stored ? stored.title : 'New story'}
        note={`${formatCount(countOf(draft), 'photo or film', 'photos and films')} in ${formatCount(draft.sections.length, 'section')}`}
      >
        {isOnline && (
          <ButtonAnchor href={`/stories/${stored.slug}`} target="_blank" rel="noopener">
            <ExternalLink aria-hidden="true" strokeWidth={1.75} /> View story
          </ButtonAnchor>
        )}
        <ButtonLink href={listUrl}>All stories</ButtonLink>
      </PageHead>
      <p role="status" css={visuallyHidden}>
        {announcement}
      </p>
      <div css={styles.editor}>
        {story.failure && <Banner>{story.failure}</Banner>}
        {errors.sections && <Banner>{errors.sections}</Banner>}
        {errors.coverId && (
          <Banner
            actions={
              <Button ref={moveFocusOnRemoval} size="small" onClick={() => story.setValues({ coverId: null })}>
                Use the first photo
              </Button>
            }
          >
            {errors.coverId}
          </Banner>
        )}
        {story.conflict && (
          <ConflictNotice
            noun="story"
            {...story.conflict}
            differences={differencesOf(story.draft, story.conflict.theirs).map((each) => ({
              path: each.label,
              ...each,
            }))}
            isSaving={story.isSaving}
            onKeepMine={() => void story.save()}
            onTakeTheirs={story.takeTheirs}
          />
        )}
        <StoryFields story={story} locale={locale} onLocale={setLocale} />
        {draft.sections.map((section, index) => (
          <SectionPanel
            key={section.key}
            story={story}
            section={section}
            index={index}
            locale={locale}
            sorting={sorting}
          />
        ))}
        <div>
          <Button onClick={() => setSections((sections) => [...sections, emptySection()])}>
            <Plus aria-hidden="true" strokeWidth={1.75} /> Add section
          </Button>
        </div>
      </div>
      <div css={styles.saveBar}>
        <label css={sortable.check}>
          <input
            type="checkbox"
            checked={draft.values.published}
            onChange={(event) => story.setValues({ published: event.target.checked })}
          />
          Published on the website
        </label>
        <p css={muted} role="status">
          {story.isDirty ? 'You have unsaved changes.' : stored ? 'All changes are saved.' : ''}
        </p>
        <Button type="submit" variant="primary" isBusy={story.isSaving}>
          {story.isSaving ? (
            <>
              <Spinner /> Saving...
            </>
          ) : (
            'Save story'
          )}
        </Button>
      </div>
    </form>
  );
}
