import { CategoryField } from '../../ui/category-field';
import { Field } from '../../ui/field';
import { checkbox } from '../../ui/field.styles';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import type { Draft } from './draft';
import { HERO_SIZE } from './order';
import type { Drafts } from './use-drafts';

/** Everything about an item but its photo. */
export function DetailFields({ draft, drafts }: { draft: Draft; drafts: Drafts }) {
  const { values, errors } = draft;
  const { setValues } = drafts;
  const text = (name: 'title' | 'description' | 'place' | 'alt') => textProps(values, name, setValues);
  return (
    <div css={{ display: 'grid', gap: '1.25rem', alignContent: 'start' }}>
      <TextField label="Title *" error={errors.title} {...text('title')} required />
      <CategoryField
        error={errors.category}
        value={values.category}
        onChange={(next) => setValues({ category: next })}
      />
      <Field
        label="Description"
        error={errors.description}
        hint="Shown as the caption of the photo. If empty, the category is shown."
      >
        {(control) => <textarea {...control} {...text('description')} rows={3} />}
      </Field>
      <TextField
        label="Place"
        error={errors.place}
        hint="Where the photo was taken. Shown next to the title."
        {...text('place')}
      />
      <Field
        label="What the photo shows"
        error={errors.alt}
        hint="One sentence for people who cannot see the photo. Screen readers read it aloud."
      >
        {(control) => <input {...control} {...text('alt')} type="text" />}
      </Field>
      <label css={checkbox}>
        <input
          type="checkbox"
          checked={values.published}
          onChange={(event) => setValues({ published: event.target.checked })}
        />
        Show on the website
      </label>
      <label css={checkbox}>
        <input type="checkbox" checked={values.hero} onChange={(event) => setValues({ hero: event.target.checked })} />
        Show in the slideshow (only the first {HERO_SIZE} starred photos are shown)
      </label>
    </div>
  );
}
