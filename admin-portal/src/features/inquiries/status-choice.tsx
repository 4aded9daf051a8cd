import { INQUIRY_STATUSES, type InquiryStatus } from '@godhuli/contracts/inquiries';
import { useId } from 'react';
import { visuallyHidden } from '../../ui/text.styles';
import { statusChoice } from './status-choice.styles';

interface StatusChoiceProps {
  status: InquiryStatus;
  isBusy: boolean;
  onChange(status: InquiryStatus): void;
}

/** Sets the status of an inquiry. */
export function StatusChoice({ status, isBusy, onChange }: StatusChoiceProps) {
  const name = useId();
  return (
    <fieldset css={statusChoice} aria-busy={isBusy}>
      <legend css={visuallyHidden}>Status</legend>
      <span aria-hidden="true">Status</span>
      {INQUIRY_STATUSES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === status}
            onChange={() => onChange(choice)}
          />
          <span>{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}
