import { css, keyframes } from '@emotion/react';

const shimmer = keyframes`
  from { background-position: 100% 0; }
  to { background-position: -50% 0; }
`;

export const skeletonStyles = css`
  display: block;
  border-radius: 4px;
  background: linear-gradient(100deg, var(--a-skel) 30%, var(--a-skel-hi) 50%, var(--a-skel) 70%) 0 0/300% 100%;
  animation: ${shimmer} 1.6s linear infinite;
`;
