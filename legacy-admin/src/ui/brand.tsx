import { css } from '@emotion/react';
import { fonts, opticalSize, phone } from './palette';

const brand = css`
  display: flex;
  align-items: center;
  gap: 0.7rem;
  font: 400 1.5rem / 1 ${fonts.display};
  font-variation-settings: ${opticalSize.small};
  & svg { width: 2.125rem; height: 2.125rem; flex: none; }
  ${phone} { font-size: 1.25rem; gap: 0.5rem; }
`;

/** The logo and name of the studio. A copy, because this app imports only the contracts from the repository. */
export function Brand() {
  return (
    <p css={brand}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <circle cx="16" cy="16" r="14.4" fill="none" stroke="currentColor" strokeWidth="1.2" />
        <path d="M7 19.2a9 9 0 0 1 18 0z" fill="#E2AE52" />
        <path
          d="M2.6 19.2h26.8M6.6 22.6h18.8M10.6 26h10.8"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          strokeLinecap="round"
        />
      </svg>
      <span>Godhuli</span>
    </p>
  );
}
