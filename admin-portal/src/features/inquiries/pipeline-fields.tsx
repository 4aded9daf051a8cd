import { INQUIRY_STAGES, type Inquiry } from '@godhuli/contracts/inquiries';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { namedOptions, type Option, optionsOf } from '../../ui/select-field';
import { pipelineFields } from './pipeline-fields.styles';
import { SteppedSelect } from './stepped-select';
import { type FieldDrafts, fieldError, fieldText, type PipelineField } from './use-field-drafts';
import { useOwners } from './use-owners';

const NOT_SAVED = 'Not saved.';

interface PipelineFieldsProps {
  inquiry: Inquiry;
  fields: FieldDrafts;
}

/** Stage, owner, value, city and source of an inquiry. Each is saved when it is left. */
export function PipelineFields({ inquiry, fields }: PipelineFieldsProps) {
  const owners = useOwners();
  const isFormerOwner = inquiry.ownerId !== null && !owners.some(({ _id }) => _id === inquiry.ownerId);
  const owner = { _id: inquiry.ownerId ?? '', name: inquiry.ownerName ?? '' };
  const ownerOptions = namedOptions(isFormerOwner ? [owner, ...owners] : owners);
  const shared = { inquiry, fields };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser
    <div css={pipelineFields} role="group" aria-label="Pipeline">
      <Choice {...shared} field="stage" label="Stage" hint={inquiry.lostReason} options={optionsOf(INQUIRY_STAGES)} />
      <Choice {...shared} field="ownerId" label="Owner" none="Nobody" options={ownerOptions} />
      <TextField {...shared} field="value" label="Value (₹)" inputMode="numeric" />
      <TextField {...shared} field="city" label="City" />
      <TextField {...shared} field="source" label="Source" />
    </div>
  );
}

interface FieldProps extends PipelineFieldsProps {
  field: PipelineField;
  label: string;
}

/** Says what someone else has saved while this user chose or typed something else. */
function changedHint(inquiry: Inquiry, field: PipelineField, base: string | undefined, saved: string) {
  if (base === undefined || base === fieldText(inquiry, field)) return undefined;
  return `Someone else changed this to ${saved || 'nothing'}.`;
}

/** Beside a field whose save failed. */
function TryAgain({ inquiry, fields, field, label }: FieldProps) {
  const draft = fields.draftOf(inquiry._id, field);
  if (!draft?.failed) return null;
  return (
    <Button
      ref={moveFocusOnRemoval}
      size="small"
      css={{ marginTop: '.375rem' }}
      aria-label={`Try again: ${label}`}
      isBusy={draft.sent !== null}
      onClick={() => fields.commit(inquiry, field)}
    >
      Try again
    </Button>
  );
}

function Choice({ inquiry, fields, field, label, hint, none, options }: FieldProps & ChoiceProps) {
  const draft = fields.draftOf(inquiry._id, field);
  const saved = fieldText(inquiry, field);
  const savedLabel = options.find(({ value }) => value === saved)?.label ?? none ?? '';
  return (
    <div>
      <SteppedSelect
        label={label}
        error={draft?.failed ? NOT_SAVED : undefined}
        hint={changedHint(inquiry, field, draft?.base, savedLabel) ?? hint ?? undefined}
        none={none}
        value={draft?.text ?? saved}
        options={options}
        isPending={draft !== undefined && draft.sent === null}
        onStep={(value) => fields.type(inquiry, field, value)}
        onChoose={() => fields.commit(inquiry, field)}
        onReset={() => fields.reset(inquiry, field)}
      />
      <TryAgain {...{ inquiry, fields, field, label }} />
    </div>
  );
}

interface ChoiceProps {
  hint?: string | null;
  none?: string;
  options: readonly Option[];
}

/** A text that is saved by Enter or when the focus leaves it. */
function TextField({ inquiry, fields, field, label, inputMode }: FieldProps & { inputMode?: 'numeric' }) {
  const draft = fields.draftOf(inquiry._id, field);
  const saved = fieldText(inquiry, field);
  return (
    <div>
      <Field
        label={label}
        error={draft && (fieldError(field, draft.text) ?? (draft.failed ? NOT_SAVED : undefined))}
        hint={changedHint(inquiry, field, draft?.base, saved)}
      >
        {(control) => (
          <input
            css={inputStyles}
            {...control}
            inputMode={inputMode}
            value={draft?.text ?? saved}
            onChange={(event) => fields.type(inquiry, field, event.target.value)}
            onBlur={() => fields.commit(inquiry, field)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') fields.commit(inquiry, field);
            }}
          />
        )}
      </Field>
      <TryAgain {...{ inquiry, fields, field, label }} />
    </div>
  );
}
