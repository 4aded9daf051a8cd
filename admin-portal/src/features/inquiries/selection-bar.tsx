import { INQUIRY_STAGES, type InquiriesBulk, type InquiryStage, type LostReason } from '@godhuli/contracts/inquiries';
import { type FocusEvent, memo, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { LostDialog } from './lost-dialog';
import { selectionBar } from './selection-bar.styles';
import { useOwners } from './use-owners';

interface SelectionBarProps {
  shownIds: readonly string[];
  /** null: nothing can be selected, a click on a row opens it */
  selectedIds: ReadonlySet<string> | null;
  isSpam: boolean;
  /** while a change of the selected inquiries is being saved */
  isChanging: boolean;
  onSelect(ids: ReadonlySet<string> | null): void;
  onChange(change: InquiriesBulk['change']): void;
  onDelete(permanently: boolean): void;
  /** deletes all likely spam; without it the list is not the whole likely spam */
  onDeleteAll?(): void;
}

/** What can be done with several inquiries. */
export const SelectionBar = memo(function SelectionBar(props: SelectionBarProps) {
  const { shownIds, selectedIds, isSpam, isChanging, onSelect, onChange, onDelete, onDeleteAll } = props;
  const count = shownIds.filter((id) => selectedIds?.has(id)).length;
  const isNone = count === 0;
  const bar = useFocusKept(selectedIds);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
    <div {...bar} css={selectionBar} role="group" aria-label="Several inquiries">
      {selectedIds ? (
        <>
          <span role="status">{selectionText(count, selectedIds.size - count)}</span>
          <Button
            size="small"
            onClick={() => onSelect(new Set([...selectedIds, ...shownIds]))}
            disabled={count === shownIds.length}
          >
            Select all {shownIds.length}
          </Button>
          {!isSpam && <PlaceChoices isDisabled={isNone} isChanging={isChanging} onChange={onChange} />}
          <Button size="small" disabled={isNone} isBusy={isChanging} onClick={() => onChange({ quarantined: !isSpam })}>
            {isSpam ? 'Not spam' : 'Mark as spam'}
          </Button>
          <Button size="small" disabled={isNone} onClick={() => onDelete(false)}>
            Delete
          </Button>
          <Button size="small" disabled={isNone} onClick={() => onDelete(true)}>
            Delete permanently
          </Button>
          <Button size="small" onClick={() => onSelect(null)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button size="small" onClick={() => onSelect(new Set())}>
            Select several
          </Button>
          {onDeleteAll && (
            <Button size="small" onClick={onDeleteAll}>
              Delete all likely spam
            </Button>
          )}
        </>
      )}
    </div>
  );
});

/** What can be done is done to those in the list; others stay selected until they are in the list again. */
const selectionText = (count: number, others: number) =>
  others === 0
    ? `${count.toLocaleString('en-IN')} selected`
    : `${count.toLocaleString('en-IN')} selected, ${others.toLocaleString('en-IN')} more not in this list`;

/** Keeps the focus in the bar when a change removes or disables the control that had it. Returns the bar's properties. */
function useFocusKept(selectedIds: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the selection changes the controls
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [selectedIds]);
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Null: the control was removed, or a click was beside every control.
      if (relatedTarget && !ref.current?.contains(relatedTarget)) isInside.current = false;
    },
  };
}

interface PlaceChoicesProps {
  isDisabled: boolean;
  isChanging: boolean;
  onChange: SelectionBarProps['onChange'];
}

/** Sets the stage or the owner of the selected inquiries. Nothing changes before 'Apply': each arrow key is a choice. */
function PlaceChoices({ isDisabled, isChanging, onChange }: PlaceChoicesProps) {
  const owners = useOwners();
  const [isLosing, setIsLosing] = useState(false);
  const [stage, setStage] = useState<InquiryStage | ''>('');
  const [owner, setOwner] = useState('');
  const apply = (lostReason?: LostReason) =>
    onChange({
      ...(stage && { stage }),
      ...(lostReason && { lostReason }),
      ...(owner && { ownerId: owner === 'none' ? null : owner }),
    });
  return (
    <>
      <SelectFrame>
        <select
          css={inputStyles}
          aria-label="Stage to set"
          disabled={isDisabled}
          value={stage}
          onChange={(event) => setStage(event.target.value as InquiryStage | '')}
        >
          <option value="">Set stage</option>
          {INQUIRY_STAGES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </SelectFrame>
      <SelectFrame>
        <select
          css={inputStyles}
          aria-label="Owner to set"
          disabled={isDisabled}
          value={owner}
          onChange={({ target }) => setOwner(target.value)}
        >
          <option value="">Set owner</option>
          <option value="none">Nobody</option>
          {owners.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      </SelectFrame>
      <Button
        size="small"
        variant="primary"
        disabled={isDisabled || (!stage && !owner)}
        isBusy={isChanging}
        onClick={() => (stage === 'Lost' ? setIsLosing(true) : apply())}
      >
        {isChanging ? 'Applying...' : 'Apply'}
      </Button>
      {isLosing && (
        <LostDialog
          onChange={({ lostReason }) => {
            setIsLosing(false);
            apply(lostReason);
          }}
          onClose={() => setIsLosing(false)}
        />
      )}
    </>
  );
}
