import ShieldAlert from 'lucide-react/icons/shield-alert';
import { formatCount } from '../../ui/format-size';
import { spamToggle } from './spam-toggle.styles';

interface SpamToggleProps {
  isSpam: boolean;
  spamCount: number;
  onChange(isSpam: boolean): void;
}

/** Leads to the likely spam, and back; hidden while there is none. */
export function SpamToggle({ isSpam, spamCount, onChange }: SpamToggleProps) {
  if (spamCount === 0 && !isSpam) return null;
  return (
    <button type="button" css={spamToggle} aria-pressed={isSpam} onClick={() => onChange(!isSpam)}>
      <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
      {isSpam ? 'Back to the inbox' : `${formatCount(spamCount, 'inquiry', 'inquiries')} in Likely spam`}
    </button>
  );
}
