import { css } from '@emotion/react';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactElement } from 'react';
import { turn } from './spinner.styles';

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
