import { INQUIRY_STAGES, type InquiriesBulk, type InquiryStage } from '@godhuli/contracts/inquiries';
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
  onSelect(ids: ReadonlySet<string> | null): void;
  onChange(change: InquiriesBulk['change']): void;
  onDelete(permanently: boolean): void;
  /** deletes all likely spam; without it the list is not the whole likely spam */
  onDeleteAll?(): void;
}

/** What can be done with several inquiries. */
export const SelectionBar = memo(function SelectionBar(props: SelectionBarProps) {
  const { shownIds, selectedIds, isSpam, onSelect, onChange, onDelete, onDeleteAll } = props;
  const isNone = selectedIds?.size === 0;
  const bar = useFocusKept(selectedIds);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not wrap as a flex box in every browser
    <div {...bar} css={selectionBar} role="group" aria-label="Several inquiries">
      {selectedIds ? (
        <>
          <span role="status">{selectedIds.size} selected</span>
          <Button
            size="small"
            onClick={() => onSelect(new Set(shownIds))}
            disabled={selectedIds.size === shownIds.length}
          >
            Select all {shownIds.length}
          </Button>
          {!isSpam && <PlaceChoices isDisabled={isNone} onChange={onChange} />}
          <Button size="small" disabled={isNone} onClick={() => onChange({ quarantined: !isSpam })}>
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

/** Sets the stage or the owner of the selected inquiries. */
function PlaceChoices({ isDisabled, onChange }: { isDisabled?: boolean; onChange: SelectionBarProps['onChange'] }) {
  const owners = useOwners();
  const [isLosing, setIsLosing] = useState(false);
  const setStage = (stage: InquiryStage) => (stage === 'Lost' ? setIsLosing(true) : onChange({ stage }));
  return (
    <>
      <SelectFrame>
        <select
          css={inputStyles}
          aria-label="Set the stage"
          disabled={isDisabled}
          value=""
          onChange={(event) => setStage(event.target.value as InquiryStage)}
        >
          <option value="">Set stage</option>
          {INQUIRY_STAGES.map((stage) => (
            <option key={stage}>{stage}</option>
          ))}
        </select>
      </SelectFrame>
      <SelectFrame>
        <select
          css={inputStyles}
          aria-label="Set the owner"
          disabled={isDisabled}
          value=""
          onChange={({ target }) => onChange({ ownerId: target.value === 'none' ? null : target.value })}
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
      {isLosing && <LostDialog onChange={onChange} onClose={() => setIsLosing(false)} />}
    </>
  );
}
