import { keyframes } from '@emotion/react';

export const turn = keyframes`to { transform: rotate(1turn); }`;
