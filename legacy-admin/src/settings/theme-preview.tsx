import { css } from '@emotion/react';
import { opticalSize, palette } from '../ui/palette';
import { fontStack } from './fonts';
import type { ThemeSettings } from './theme-settings';

const frame = css`
  background: ${palette.white};
  border: 1px solid ${palette.hairline};
  border-top: 4px solid;
  padding: 1.25rem 1.5rem 1.5rem;
  margin: 0.25rem 0 1.25rem;
`;
const headline = css`
  font-size: 1.75rem;
  font-weight: 400;
  line-height: 1.15;
  font-variation-settings: ${opticalSize.middle};
  margin: 0.3rem 0 0.4rem;
`;
const button = css`
  display: inline-flex;
  align-items: center;
  height: 2.5rem;
  padding: 0 1.1rem;
  margin-top: 1rem;
  color: ${palette.white};
  font-weight: 500;
  font-size: 0.875rem;
`;

/** A live preview of the chosen theme. */
export function ThemePreview({ theme }: { theme: ThemeSettings }) {
  const { primaryColor, secondaryColor, accentColor, fontFamily, headerFont } = theme;
  return (
    <figure
      aria-label="Preview of the theme"
      css={frame}
      style={{ borderTopColor: primaryColor, fontFamily: fontStack(fontFamily) }}
    >
      <figcaption css={{ fontSize: '0.8125rem', color: palette.faint }}>Preview</figcaption>
      <p css={headline} style={{ fontFamily: fontStack(headerFont) }}>
        Capturing Life's Precious Moments
      </p>
      <p css={{ maxWidth: '32rem', color: '#444' }}>
        Expert in Cinematic &amp; Wedding photography, newborn &amp; maternity sessions, and commercial projects.
      </p>
      <span
        css={button}
        style={{ background: primaryColor, boxShadow: `6px 0 0 ${secondaryColor}, 12px 0 0 ${accentColor}` }}
      >
        Book Now
      </span>
    </figure>
  );
}
