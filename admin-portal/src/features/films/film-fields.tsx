import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { ChangeEvent } from 'react';
import { CATEGORIES } from '../../ui/categories';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { DurationField } from './duration-field';
import * as styles from './films.styles';
import type { FilmForm } from './use-film-form';

/** What a film is about and where it is. */
export function FilmFields({ form }: { form: FilmForm }) {
  const { draft, errors, set } = form;
  const text = (name: 'title' | 'description' | 'linkUrl') => ({
    css: inputStyles,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set({ [name]: target.value }),
  });
  return (
    <div css={styles.stack}>
      <Field label="Title *" error={errors.title}>
        {(control) => <input {...control} {...text('title')} type="text" required />}
      </Field>
      <Field label="Category *" error={errors.category}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              css={inputStyles}
              value={draft.category}
              onChange={(event) => set({ category: event.target.value as PortfolioCategory })}
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
      <Field label="Description" error={errors.description}>
        {(control) => <textarea {...control} {...text('description')} rows={3} />}
      </Field>
      <Field
        label="Link to YouTube or Vimeo"
        error={errors.linkUrl}
        hint={draft.fileId === null ? 'Or upload a file.' : 'The uploaded film is shown instead of the link.'}
      >
        {(control) => <input {...control} {...text('linkUrl')} type="url" inputMode="url" placeholder="https://" />}
      </Field>
      {draft.fileId === null && (
        <DurationField
          value={draft.durationSeconds}
          error={errors.durationSeconds}
          onChange={(durationSeconds) => set({ durationSeconds })}
        />
      )}
      <label css={styles.check}>
        <input
          type="checkbox"
          checked={draft.published}
          onChange={(event) => set({ published: event.target.checked })}
        />
        Published on the website
      </label>
    </div>
  );
}
