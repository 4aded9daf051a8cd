import { keyStyles } from './keys.styles';

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return <kbd css={keyStyles}>{children}</kbd>;
}
