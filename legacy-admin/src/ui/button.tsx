import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import { palette } from './palette';

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0.35rem 1.15rem;
  border: 1px solid ${palette.maroon};
  border-radius: 2px;
  font-size: 0.875rem;
  font-weight: 500;
  line-height: 1.2;
  white-space: nowrap;
  cursor: pointer;
  transition: background-color 160ms, color 160ms;
`;
const kinds = {
  solid: css`
    background: ${palette.maroon};
    color: ${palette.ivory};
    &:hover { background: ${palette.maroonDeep}; }
  `,
  line: css`
    background: transparent;
    color: ${palette.maroon};
    &:hover { background: ${palette.maroon}; color: ${palette.ivory}; }
  `,
  onMaroon: css`
    background: transparent;
    border-color: rgb(226 174 82 / 0.6);
    color: ${palette.goldPale};
    &:hover { background: ${palette.goldBright}; color: ${palette.ink}; }
    &&&:focus-visible { outline-color: ${palette.goldPale}; }
  `,
};

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  kind?: keyof typeof kinds;
  type?: 'button' | 'submit';
  wide?: boolean;
}

/** A button of the portal, 44 px high. */
export function Button({ kind = 'solid', type = 'button', wide = false, ...rest }: ButtonProps) {
  return <button type={type} css={[base, kinds[kind], wide && { width: '100%' }]} {...rest} />;
}
