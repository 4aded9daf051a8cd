import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { useState } from 'react';
import { Button } from '../ui/button';
import { Field, SelectFrame } from '../ui/field';
import { palette, phone, tablet } from '../ui/palette';
import { Panel, PanelHeading } from '../ui/panel';
import { loadFont } from './fonts';
import { ThemePreview } from './theme-preview';
import {
  BODY_FONTS,
  FIRST_THEME,
  type FontName,
  HEADER_FONTS,
  THEME_PRESETS,
  type ThemeSettings,
} from './theme-settings';

const presets = css`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: 0.6rem;
  ${tablet} { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  ${phone} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  & label {
    position: relative;
    display: grid;
    align-content: start;
    gap: 0.55rem;
    padding: 0.6rem 0.6rem 0.65rem;
    border: 1px solid ${palette.hairline};
    border-radius: 2px;
    background: ${palette.white};
    font-size: 0.8125rem;
    font-weight: 500;
    line-height: 1.25;
    text-align: center;
    cursor: pointer;
  }
  & label:hover { border-color: ${palette.control}; }
  & label:has(:checked) { border-color: ${palette.maroon}; box-shadow: 0 0 0 1px ${palette.maroon}; }
  & label:has(:focus-visible) { outline: 2px solid ${palette.maroon}; outline-offset: 2px; }
  & input { position: absolute; opacity: 0; }
  & span { display: flex; height: 2.75rem; }
  & i { flex: 1; }
  & i:first-of-type { flex: 1.8; }
`;
const typography = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0 1rem;
  ${phone} { grid-template-columns: minmax(0, 1fr); }
`;

/** Colour theme and typography with a live preview (LEG-8). Save shows a toast and saves nothing (LEG-2). */
export function ThemePanel({ toast }: { toast: HostApi['toast'] }) {
  const [theme, setTheme] = useState<ThemeSettings>(FIRST_THEME);

  const chooseFont = (role: 'fontFamily' | 'headerFont', name: FontName) => {
    setTheme((now) => ({ ...now, [role]: name }));
    loadFont(name).catch(() =>
      toast({
        title: 'Font Not Loaded',
        description: `We could not load ${name}. The preview shows a similar font.`,
        variant: 'destructive',
      }),
    );
  };
  const save = () => {
    const preset = THEME_PRESETS.find(({ primaryColor }) => primaryColor === theme.primaryColor);
    toast({
      title: 'Theme Saved',
      description: `${preset?.name}, ${theme.headerFont} over ${theme.fontFamily}. Sample data: nothing was saved.`,
    });
  };
  return (
    <Panel title="Color theme">
      <fieldset css={presets} aria-label="Color theme">
        {THEME_PRESETS.map(({ name, ...colours }) => (
          <label key={name}>
            <input
              type="radio"
              name="legacy-theme"
              checked={colours.primaryColor === theme.primaryColor}
              onChange={() => setTheme((now) => ({ ...now, ...colours }))}
            />
            <span>
              {Object.values(colours).map((background) => (
                <i key={background} style={{ background }} />
              ))}
            </span>
            {name}
          </label>
        ))}
      </fieldset>
      <PanelHeading css={{ marginTop: '1.75rem' }}>Typography</PanelHeading>
      <div css={typography}>
        <FontChoice
          id="legacy-body-font"
          label="Body font"
          fonts={BODY_FONTS}
          value={theme.fontFamily}
          choose={(name) => chooseFont('fontFamily', name)}
        />
        <FontChoice
          id="legacy-header-font"
          label="Header font"
          fonts={HEADER_FONTS}
          value={theme.headerFont}
          choose={(name) => chooseFont('headerFont', name)}
        />
      </div>
      <ThemePreview theme={theme} />
      <Button onClick={save}>Save Theme</Button>
    </Panel>
  );
}

interface FontChoiceProps {
  id: string;
  label: string;
  fonts: readonly FontName[];
  value: string;
  choose: (name: FontName) => void;
}

function FontChoice({ id, label, fonts, value, choose }: FontChoiceProps) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <SelectFrame>
          <select {...control} value={value} onChange={(event) => choose(event.target.value as FontName)}>
            {fonts.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </SelectFrame>
      )}
    </Field>
  );
}
