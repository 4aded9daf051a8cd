import type { UploadSettings } from '../../app/uploads/upload-entry';
import { categoriesWith } from '../../ui/categories';
import { Field } from '../../ui/field';
import { checkbox, inputStyles } from '../../ui/field.styles';
import { SelectField } from '../../ui/select-field';
import * as styles from './upload-panel.styles';

interface UploadSettingsProps {
  settings: UploadSettings;
  onChange(settings: UploadSettings): void;
}

/** What the photos that are added next get. */
export function UploadSettingsFields({ settings, onChange }: UploadSettingsProps) {
  return (
    <div css={styles.settings}>
      <SelectField
        label="Category"
        value={settings.category}
        options={categoriesWith([settings.category])}
        onChange={(next) => onChange({ ...settings, category: next })}
      />
      <Field label="Place">
        {(control) => (
          <input
            {...control}
            css={inputStyles}
            type="text"
            maxLength={120}
            value={settings.place}
            onChange={(event) => onChange({ ...settings, place: event.target.value })}
          />
        )}
      </Field>
      <label css={checkbox}>
        <input
          type="checkbox"
          checked={settings.published}
          onChange={(event) => onChange({ ...settings, published: event.target.checked })}
        />
        Show on the website at once
      </label>
    </div>
  );
}
