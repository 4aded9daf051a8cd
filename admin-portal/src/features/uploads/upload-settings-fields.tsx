import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import type { UploadSettings } from '../../app/uploads/upload-entry';
import { CATEGORIES } from '../../ui/categories';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import * as styles from './upload-panel.styles';

interface UploadSettingsProps {
  settings: UploadSettings;
  onChange(settings: UploadSettings): void;
}

/** What the photos that are added next get. */
export function UploadSettingsFields({ settings, onChange }: UploadSettingsProps) {
  return (
    <div css={styles.settings}>
      <Field label="Category">
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              css={inputStyles}
              value={settings.category}
              onChange={(event) => onChange({ ...settings, category: event.target.value as PortfolioCategory })}
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
      <label css={styles.checkbox}>
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
