import { type PortfolioCategory, portfolioBulkSchema } from '@godhuli/contracts/portfolio';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../app/form-dialog';
import { Banner } from '../../ui/banner';
import { CATEGORIES } from '../../ui/categories';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { formatCount } from '../../ui/format-size';
import { SelectField } from '../../ui/select-field';
import { storyChoicesQuery } from './gallery-desk.requests';
import type { BulkEdit } from './use-bulk-edit';

interface BulkDialogProps {
  count: number;
  isSaving: boolean;
  /** why the last attempt failed */
  failure: string | null;
  onApply(edit: BulkEdit): void;
  onClose(): void;
}

const TEXTS = [
  { name: 'titlePattern', label: 'Title', hint: '{n} becomes 1, 2, 3 and so on: Haldi {n}' },
  { name: 'place', label: 'Place', hint: undefined },
  { name: 'alt', label: 'What the photos show', hint: 'One sentence for people who cannot see the photos.' },
] as const;

/** Changes the chosen photos at once. An empty field changes nothing. */
export function BulkDialog({ count, isSaving, failure, onApply, onClose }: BulkDialogProps) {
  const [texts, setTexts] = useState({ titlePattern: '', place: '', alt: '' });
  const [category, setCategory] = useState<PortfolioCategory | ''>('');
  const [albumId, setAlbumId] = useState('');
  const stories = useQuery(storyChoicesQuery);
  const [hero, setHero] = useState<'' | 'yes' | 'no'>('');
  const [errors, setErrors] = useState<Record<string, string>>({});

  const submit = () => {
    const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value.trim() !== ''));
    const change = {
      ...filled,
      ...(category && { category }),
      ...(hero && { hero: hero === 'yes' }),
      ...(albumId && { albumId }),
    };
    const one = { items: [{ id: '1', version: 1 }], action: 'change', change };
    const { error } = portfolioBulkSchema.safeParse(one);
    if (!error) return onApply({ action: 'change', change });
    setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[1] ?? 'form'), message])));
  };
  return (
    <FormDialog
      title={`Edit ${formatCount(count, 'photo')}`}
      isDirty={[...Object.values(texts), category, albumId, hero].some((value) => value !== '')}
      isSaving={isSaving}
      saveLabel={`Change ${formatCount(count, 'photo')}`}
      formStyles={{ display: 'grid', gap: '1.1rem', alignContent: 'start' }}
      onSave={submit}
      onClose={onClose}
    >
      {failure && <Banner>{failure}</Banner>}
      <p>An empty field stays as it is in every photo.</p>
      {errors.form && <p role="alert">{errors.form}</p>}
      {TEXTS.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="text"
              value={texts[name]}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <SelectField label="Category" none="No change" value={category} options={CATEGORIES} onChange={setCategory} />
      <SelectField
        label="Add to story"
        hint="Photos that the story has already stay where they are."
        error={stories.isError ? 'We could not load the stories. Close this and try again.' : errors.albumId}
        none="No change"
        value={albumId}
        options={(stories.data ?? []).map(({ _id, title }) => ({ value: _id, label: title }))}
        onChange={setAlbumId}
      />
      <SelectField
        label="Show in the slideshow"
        none="No change"
        value={hero}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={setHero}
      />
    </FormDialog>
  );
}
