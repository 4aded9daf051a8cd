import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import { type InputHTMLAttributes, useState } from 'react';
import { IconButton } from './button';
import { InputFrame } from './field';
import { inputStyles } from './field.styles';
import { showButton } from './password-input.styles';

/** A password that can be made readable. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false);
  return (
    <InputFrame>
      <Lock aria-hidden="true" strokeWidth={1.75} />
      <input {...props} css={[inputStyles, { paddingRight: '3rem' }]} type={isShown ? 'text' : 'password'} />
      <IconButton css={showButton} aria-label="Show password" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? <EyeOff aria-hidden="true" strokeWidth={1.75} /> : <Eye aria-hidden="true" strokeWidth={1.75} />}
      </IconButton>
    </InputFrame>
  );
}
