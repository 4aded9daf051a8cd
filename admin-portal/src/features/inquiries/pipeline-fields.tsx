import { INQUIRY_STAGES, type Inquiry, type InquiryStage, MAX_VALUE } from '@godhuli/contracts/inquiries';
import { useEffect, useState } from 'react';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { namedOptions, optionsOf, SelectField } from '../../ui/select-field';
import { LostDialog } from './lost-dialog';
import { pipelineFields } from './pipeline-fields.styles';
import type { PipelineChange } from './use-inbox';
import { useOwners } from './use-owners';

interface PipelineFieldsProps {
  inquiry: Inquiry;
  onChange(change: PipelineChange): void;
}

/** Stage, owner, value, city and source of an inquiry. Each is saved when it is changed. */
export function PipelineFields({ inquiry, onChange }: PipelineFieldsProps) {
  const owners = useOwners();
  const [isLosing, setIsLosing] = useState(false);
  const isFormerOwner = inquiry.ownerId !== null && !owners.some(({ _id }) => _id === inquiry.ownerId);
  const setStage = (stage: InquiryStage) => {
    if (stage === 'Lost') setIsLosing(true);
    else onChange({ stage });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser
    <div css={pipelineFields} role="group" aria-label="Pipeline">
      <SelectField
        label="Stage"
        hint={inquiry.lostReason ?? undefined}
        value={inquiry.stage}
        options={optionsOf(INQUIRY_STAGES)}
        onChange={setStage}
      />
      <SelectField
        label="Owner"
        none="Nobody"
        value={inquiry.ownerId ?? ''}
        options={namedOptions(
          isFormerOwner ? [{ _id: inquiry.ownerId ?? '', name: inquiry.ownerName ?? '' }, ...owners] : owners,
        )}
        onChange={(next) => onChange({ ownerId: next || null })}
      />
      <TextField
        label="Value (₹)"
        value={inquiry.value === null ? '' : inquiry.value.toLocaleString('en-IN')}
        inputMode="numeric"
        errorOf={(text) => (rupeesOf(text) === undefined ? 'Please enter whole rupees.' : undefined)}
        onSave={(text) => onChange({ value: rupeesOf(text) ?? null })}
      />
      <TextField label="City" value={inquiry.city ?? ''} onSave={(city) => onChange({ city: city || null })} />
      <TextField
        label="Source"
        value={inquiry.source ?? ''}
        onSave={(source) => onChange({ source: source || null })}
      />
      {isLosing && <LostDialog onChange={onChange} onClose={() => setIsLosing(false)} />}
    </div>
  );
}

/** '₹ 1,50,000' as 150000; '' as null; undefined for anything else. */
function rupeesOf(text: string): number | null | undefined {
  const digits = text.replace(/[₹,\s]/g, '');
  if (digits === '') return null;
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= MAX_VALUE ? value : undefined;
}

interface TextFieldProps {
  label: string;
  value: string;
  inputMode?: 'numeric';
  errorOf?(text: string): string | undefined;
  onSave(text: string): void;
}

/** A text that is saved by Enter or when the focus leaves it. */
function TextField({ label, value, inputMode, errorOf, onSave }: TextFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const error = text === value ? undefined : errorOf?.(text.trim());
  const save = () => {
    if (text.trim() !== value && !error) onSave(text.trim());
  };
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          css={inputStyles}
          {...control}
          inputMode={inputMode}
          maxLength={120}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save();
          }}
        />
      )}
    </Field>
  );
}
