import { missingTexts } from '@godhuli/contracts/item-translations';
import { useFormLanguage } from '../../app/use-form-language';
import { CategoryField } from '../../ui/category-field';
import { Field } from '../../ui/field';
import { LanguageChoice } from '../../ui/language-choice';
import * as sortable from '../../ui/sortable-list.styles';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import { TranslatedFields } from '../../ui/translated-fields';
import { DurationField } from './duration-field';
import { FILM_TEXTS } from './film-draft';
import * as styles from './films.styles';
import type { FilmForm } from './use-film-form';

/** What a film is about and where it is. */
export function FilmFields({ form }: { form: FilmForm }) {
  const { draft, errors, set } = form;
  const [locale, setLocale] = useFormLanguage(errors);
  const { translations } = draft;
  const missingIn = (each: 'mr' | 'hi') => missingTexts(draft, translations[each]).length;
  return (
    <div css={styles.stack}>
      <LanguageChoice value={locale} missing={{ mr: missingIn('mr'), hi: missingIn('hi') }} onChange={setLocale} />
      {locale === 'en' ? (
        <EnglishFields form={form} />
      ) : (
        <TranslatedFields
          locale={locale}
          fields={FILM_TEXTS}
          english={draft}
          translations={translations}
          changedInEnglish={form.stored?.changedInEnglish}
          errors={errors}
          onChange={(next) => set({ translations: next })}
        />
      )}
    </div>
  );
}

function EnglishFields({ form: { draft, errors, set } }: { form: FilmForm }) {
  const text = (name: 'title' | 'description' | 'linkUrl') => textProps(draft, name, set);
  return (
    <>
      <TextField label="Title *" error={errors.title} {...text('title')} required />
      <CategoryField error={errors.category} value={draft.category} onChange={(next) => set({ category: next })} />
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
      <label css={sortable.check}>
        <input
          type="checkbox"
          checked={draft.published}
          onChange={(event) => set({ published: event.target.checked })}
        />
        Published on the website
      </label>
    </>
  );
}
