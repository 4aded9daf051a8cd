import type { ReactElement } from 'react';

/** The studio's mark: the sun going down at the dusk hour. */
export function Mark({ size }: { size: string }): ReactElement {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" css={{ width: size, height: size, flex: 'none' }}>
      <circle cx="16" cy="16" r="14.4" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M7 19.2a9 9 0 0 1 18 0z" fill="var(--a-mark)" />
      <path
        d="M2.6 19.2h26.8M6.6 22.6h18.8M10.6 26h10.8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
