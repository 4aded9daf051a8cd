import type { Locale } from '@godhuli/contracts/locales';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Film from 'lucide-react/icons/film';
import ImagePlus from 'lucide-react/icons/image-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { formatCount } from '../../ui/format-size';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import { TranslatedFields } from '../../ui/translated-fields';
import type { useSorting } from '../../ui/use-sorting';
import * as styles from './albums.styles';
import { EntryTile } from './entry-tile';
import { FilmPicker } from './film-picker';
import { PhotoPicker } from './photo-picker';
import { type DraftSection, draftEntry, roomIn, SECTION_TEXTS, withSectionMoved } from './story-draft';
import type { StoryForm } from './use-story';

interface SectionPanelProps {
  story: StoryForm;
  section: DraftSection;
  index: number;
  locale: Locale;
  sorting: ReturnType<typeof useSorting>;
}

/** One section of a story, a ceremony: title, text, and its photos and films in order. */
export function SectionPanel({ story, section, index, locale, sorting }: SectionPanelProps) {
  const { draft, errors, setSections } = story;
  const [picking, setPicking] = useState<'photos' | 'films' | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { key, title, text, entries } = section;
  const name = title || `Section ${index + 1}`;
  const change = (values: Partial<DraftSection>) => story.setSection(key, values);
  const remove = () => setSections((sections) => sections.filter((each) => each.key !== key));
  const room = roomIn(draft);
  return (
    <section css={styles.panel} aria-label={name}>
      <div css={styles.sectionHead}>
        <h2>{name}</h2>
        <div>
          <IconButton
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => setSections((sections) => withSectionMoved(sections, key, -1))}
          >
            <ArrowUp aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
          <IconButton
            aria-label={`Move ${name} down`}
            disabled={index === draft.sections.length - 1}
            onClick={() => setSections((sections) => withSectionMoved(sections, key, 1))}
          >
            <ArrowDown aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
          <IconButton
            isBad
            aria-label={`Remove ${name}`}
            onClick={() => (entries.length > 0 || text ? setConfirming(true) : remove())}
          >
            <Trash2 aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
      <div css={styles.fields}>
        {locale === 'en' ? (
          <SectionTexts section={section} errors={errors} onChange={change} />
        ) : (
          <TranslatedFields
            locale={locale}
            fields={SECTION_TEXTS}
            english={section}
            translations={section.translations}
            changedInEnglish={section.changedInEnglish}
            errors={errors}
            errorPrefix={`sections.${key}.`}
            onChange={(translations) => change({ translations })}
          />
        )}
      </div>
      {entries.length === 0 ? (
        <p css={styles.dropHere} data-sort="entries" data-sort-id={key} data-over={sorting.overId === key || undefined}>
          No photos yet. Add some from the gallery.
        </p>
      ) : (
        <ul css={styles.tiles}>
          {entries.map((entry, at) => (
            <EntryTile
              key={entry.key}
              entry={entry}
              place={`${at + 1} of ${entries.length}`}
              error={errors[`entries.${entry.key}`]}
              isCover={entry.photoId !== null && entry.photoId === draft.values.coverId}
              sorting={sorting}
              onCover={() => story.setValues({ coverId: entry.photoId })}
              onRemove={() => change({ entries: entries.filter((each) => each !== entry) })}
            />
          ))}
        </ul>
      )}
      <div css={styles.buttons}>
        <Button onClick={() => setPicking('photos')} disabled={room === 0}>
          <ImagePlus aria-hidden="true" strokeWidth={1.75} /> Add photos
        </Button>
        <Button onClick={() => setPicking('films')} disabled={room === 0}>
          <Film aria-hidden="true" strokeWidth={1.75} /> Add films
        </Button>
      </div>
      {picking === 'photos' && (
        <PhotoPicker
          known={entries.flatMap(({ photoId }) => photoId ?? [])}
          room={room}
          onAdd={(added) => change({ entries: [...entries, ...added.map(draftEntry)] })}
          onClose={() => setPicking(null)}
        />
      )}
      {picking === 'films' && (
        <FilmPicker
          known={entries.flatMap(({ filmId }) => filmId ?? [])}
          room={room}
          onAdd={(added) => change({ entries: [...entries, ...added.map(draftEntry)] })}
          onClose={() => setPicking(null)}
        />
      )}
      {isConfirming && (
        <Confirm
          question={`Remove “${name}” from this story?`}
          detail={`It has ${formatCount(entries.length, 'photo or film', 'photos and films')}, which stay in the gallery.`}
          confirmLabel="Remove"
          onConfirm={remove}
          onCancel={() => setConfirming(false)}
        />
      )}
    </section>
  );
}

interface SectionTextsProps {
  section: DraftSection;
  errors: Readonly<Record<string, string>>;
  onChange(values: Partial<DraftSection>): void;
}

/** The English texts of a section. */
function SectionTexts({ section, errors, onChange }: SectionTextsProps) {
  return (
    <>
      <TextField
        label="Ceremony"
        error={errors[`sections.${section.key}.title`]}
        hint="Haldi, Sangeet, Pheras"
        {...textProps(section, 'title', onChange)}
      />
      <Field label="Text" error={errors[`sections.${section.key}.text`]}>
        {(control) => <textarea {...control} {...textProps(section, 'text', onChange)} rows={2} />}
      </Field>
    </>
  );
}
