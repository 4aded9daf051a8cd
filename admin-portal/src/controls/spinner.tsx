import { css, keyframes } from '@emotion/react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactElement } from 'react';

const turn = keyframes`to { transform: rotate(1turn); }`;

export function Spinner(): ReactElement {
  return (
    <LoaderCircle
      aria-hidden="true"
      strokeWidth={1.75}
      css={css`
        animation: ${turn} 900ms linear infinite;
      `}
    />
  );
}
