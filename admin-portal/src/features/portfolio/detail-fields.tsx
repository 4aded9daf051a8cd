import { missingTexts } from '@godhuli/contracts/item-translations';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useFormLanguage } from '../../app/use-form-language';
import { Button } from '../../ui/button';
import { CategoryField } from '../../ui/category-field';
import { Field } from '../../ui/field';
import { checkbox, hintStyles } from '../../ui/field.styles';
import { LanguageChoice } from '../../ui/language-choice';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { visuallyHidden } from '../../ui/text.styles';
import { TextField } from '../../ui/text-field';
import { textProps } from '../../ui/text-props';
import { TranslatedFields } from '../../ui/translated-fields';
import { type Draft, describesPreviousPhoto, PHOTO_TEXTS, withoutAlt } from './draft';
import { HERO_SIZE } from './order';
import type { Drafts } from './use-drafts';

interface DetailFieldsProps {
  draft: Draft;
  drafts: Drafts;
  changedInEnglish: StaffPortfolioItem['changedInEnglish'] | undefined;
}

/** Everything about an item but its photo. */
export function DetailFields({ draft, drafts, changedInEnglish }: DetailFieldsProps) {
  const { values, errors } = draft;
  const { translations } = values;
  const [locale, setLocale] = useFormLanguage(errors);
  const missingIn = (each: 'mr' | 'hi') => missingTexts(values, translations[each]).length;
  return (
    <div css={{ display: 'grid', gap: '1.25rem', alignContent: 'start', minWidth: 0 }}>
      <LanguageChoice value={locale} missing={{ mr: missingIn('mr'), hi: missingIn('hi') }} onChange={setLocale} />
      {locale === 'en' ? (
        <EnglishFields draft={draft} drafts={drafts} />
      ) : (
        <>
          <TranslatedFields
            locale={locale}
            fields={PHOTO_TEXTS}
            english={values}
            translations={translations}
            changedInEnglish={changedInEnglish}
            errors={errors}
            onChange={(next) => drafts.setValues({ translations: next })}
          />
          <PreviousDescription draft={draft} drafts={drafts} />
        </>
      )}
    </div>
  );
}

function EnglishFields({ draft, drafts }: { draft: Draft; drafts: Drafts }) {
  const { values, errors } = draft;
  const { setValues } = drafts;
  const text = (name: 'title' | 'description' | 'place' | 'alt') => textProps(values, name, setValues);
  return (
    <>
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
      <PreviousDescription draft={draft} drafts={drafts} />
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
    </>
  );
}

/** Follows the field of the description, which a replacement of the photo keeps. */
function PreviousDescription({ draft, drafts }: { draft: Draft; drafts: Drafts }) {
  const isOfPrevious = describesPreviousPhoto(draft, drafts.stored);
  return (
    <div css={!isOfPrevious && visuallyHidden}>
      <p role="status" css={[hintStyles, { marginBottom: '.5rem' }]}>
        {isOfPrevious && 'This was written for the previous photo. Please check it.'}
      </p>
      {isOfPrevious && (
        <Button ref={moveFocusOnRemoval} size="small" onClick={() => drafts.setValues(withoutAlt(draft.values))}>
          Remove it in all languages
        </Button>
      )}
    </div>
  );
}
