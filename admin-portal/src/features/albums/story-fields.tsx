import { CategoryField } from '../../ui/category-field';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import * as styles from './albums.styles';
import type { StoryForm } from './use-story';

/** The details of a story: what it is about, not its photos. */
export function StoryFields({ story }: { story: StoryForm }) {
  const { draft, errors, setValues } = story;
  const { values } = draft;
  const text = (name: 'title' | 'slug' | 'client' | 'place' | 'description') => textProps(values, name, setValues);
  return (
    <section css={styles.panel} aria-labelledby="story-details">
      <h2 id="story-details">Details</h2>
      <div css={styles.fields}>
        <div data-wide>
          <TextField label="Title *" error={errors.title} {...text('title')} required />
        </div>
        <TextField
          label="Client"
          error={errors.client}
          hint="Names as you may show them, or empty."
          {...text('client')}
        />
        <TextField label="Place" error={errors.place} {...text('place')} />
        <Field label="Date" error={errors.date}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="date"
              value={values.date ?? ''}
              onChange={(event) => setValues({ date: event.target.value || null })}
            />
          )}
        </Field>
        <CategoryField
          error={errors.category}
          value={values.category}
          onChange={(next) => setValues({ category: next })}
        />
        <div data-wide>
          <Field
            label="Web address"
            error={errors.slug}
            hint="The end of the page's address, after /stories/. If empty, it is made from the title. A change breaks links that people have shared."
          >
            {(control) => <input {...control} {...text('slug')} type="text" autoCapitalize="none" spellCheck={false} />}
          </Field>
        </div>
        <div data-wide>
          <Field label="Text" error={errors.description} hint="Shown at the beginning of the story.">
            {(control) => <textarea {...control} {...text('description')} rows={4} />}
          </Field>
        </div>
      </div>
    </section>
  );
}
