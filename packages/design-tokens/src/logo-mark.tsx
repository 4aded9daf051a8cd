import type { ReactElement, SVGProps } from 'react';

interface LogoMarkProps extends SVGProps<SVGSVGElement> {
  /** CSS colour of the sun */
  sun?: string;
}

/** The studio's logo without its name: the sun on the horizon, in the colour of the text around it. */
export function LogoMark({ sun = '#E2AE52', ...svg }: LogoMarkProps): ReactElement {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" {...svg}>
      <circle cx="16" cy="16" r="14.4" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M7 19.2a9 9 0 0 1 18 0z" fill={sun} />
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
