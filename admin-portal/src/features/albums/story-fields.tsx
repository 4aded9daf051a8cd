import type { Locale } from '@godhuli/contracts/locales';
import { CategoryField } from '../../ui/category-field';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { LanguageChoice } from '../../ui/language-choice';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import { TranslatedFields } from '../../ui/translated-fields';
import * as styles from './albums.styles';
import { missingIn, STORY_TEXTS } from './story-draft';
import type { StoryForm } from './use-story';

interface StoryFieldsProps {
  story: StoryForm;
  locale: Locale;
  onLocale(locale: Locale): void;
}

/** The details of a story: what it is about, not its photos. The language is that of its sections too. */
export function StoryFields({ story, locale, onLocale }: StoryFieldsProps) {
  const { draft, errors, setValues } = story;
  const { values } = draft;
  return (
    <section css={styles.panel} aria-labelledby="story-details">
      <h2 id="story-details">Details</h2>
      <div css={styles.fields}>
        <div data-wide>
          <LanguageChoice
            value={locale}
            missing={{ mr: missingIn(draft, 'mr'), hi: missingIn(draft, 'hi') }}
            onChange={onLocale}
          />
        </div>
        {locale === 'en' ? (
          <EnglishFields story={story} />
        ) : (
          <TranslatedFields
            locale={locale}
            fields={STORY_TEXTS}
            english={values}
            translations={values.translations}
            changedInEnglish={story.stored?.changedInEnglish}
            errors={errors}
            onChange={(translations) => setValues({ translations })}
          />
        )}
      </div>
    </section>
  );
}

function EnglishFields({ story }: { story: StoryForm }) {
  const { draft, errors, setValues } = story;
  const { values } = draft;
  const text = (name: 'title' | 'slug' | 'client' | 'place' | 'description') => textProps(values, name, setValues);
  return (
    <>
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
    </>
  );
}
