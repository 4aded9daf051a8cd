import type { InquiryStatus } from '@godhuli/contracts/inquiries';
import type { ReactNode } from 'react';
import { statuses, variants } from './pill.styles';

/** A status as label, shape and colour: a dot, a ring, a diamond. */
export function StatusPill({ status, children }: { status: InquiryStatus; children?: ReactNode }) {
  return <span css={statuses[status]}>{children ?? status}</span>;
}

export function Pill({ variant, children }: { variant: keyof typeof variants; children: ReactNode }) {
  return <span css={variants[variant]}>{children}</span>;
}
