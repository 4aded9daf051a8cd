import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { ReactElement } from 'react';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { CATEGORIES } from './categories';
import type { Draft } from './draft';
import { checkbox } from './item-dialog.styles';
import { HERO_SIZE } from './order';
import type { Drafts } from './use-drafts';

/** Everything about an item but its photo. */
export function DetailFields({ draft, drafts }: { draft: Draft; drafts: Drafts }): ReactElement {
  const { values, errors } = draft;
  const { setValues } = drafts;
  return (
    <div css={{ display: 'grid', gap: '1.25rem', alignContent: 'start' }}>
      <Field label="Title *" error={errors.title}>
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            required
            value={values.title}
            onChange={(event) => setValues({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Category *" error={errors.category}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              css={inputStyles}
              value={values.category}
              onChange={(event) => setValues({ category: event.target.value as PortfolioCategory })}
            >
              {CATEGORIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </SelectFrame>
        )}
      </Field>
      <Field
        label="Description"
        error={errors.description}
        hint="Shown as the caption of the photo. If empty, the category is shown."
      >
        {(control) => (
          <textarea
            {...control}
            css={inputStyles}
            rows={3}
            value={values.description}
            onChange={(event) => setValues({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Place" error={errors.place} hint="Where the photo was taken. Shown next to the title.">
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            value={values.place}
            onChange={(event) => setValues({ place: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="What the photo shows"
        error={errors.alt}
        hint="One sentence for people who cannot see the photo. Screen readers read it aloud."
      >
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            value={values.alt}
            onChange={(event) => setValues({ alt: event.target.value })}
          />
        )}
      </Field>
      <label css={checkbox}>
        <input type="checkbox" checked={values.hero} onChange={(event) => setValues({ hero: event.target.checked })} />
        Show in the slideshow (only the first {HERO_SIZE} starred photos are shown)
      </label>
    </div>
  );
}
