import { Global } from '@emotion/react';
import { baseStyles } from './base.styles';

export function BaseStyles() {
  return <Global styles={baseStyles} />;
}
