import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { type DragEvent, useState } from 'react';
import { Brand } from '../ui/brand';
import { Button } from '../ui/button';
import { visuallyHidden } from '../ui/page';
import { palette } from '../ui/palette';
import { Panel } from '../ui/panel';
import { useLogo } from './use-logo';

const dropZone = css`
  display: grid;
  justify-items: center;
  gap: 0.75rem;
  padding: 1.75rem 1rem;
  text-align: center;
  border: 1.5px dashed ${palette.gold};
  background: ${palette.white};
  margin-bottom: 1rem;
`;
const preview = css`
  display: grid;
  place-items: center;
  max-width: 100%;
  padding: 0.9rem 1.4rem;
  background: ${palette.ink};
  color: ${palette.ivory};
  & img { max-height: 6rem; object-fit: contain; }
`;
const fileLabel = css`
  color: ${palette.maroon};
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.2em;
  cursor: pointer;
  padding: 0.6rem 0;
  &:focus-within { outline: 2px solid ${palette.maroon}; outline-offset: 2px; }
`;

/** Logo upload (LEG-7): by drag and drop or from the file picker. Save shows a toast and saves nothing (LEG-2). */
export function LogoPanel({ toast }: { toast: HostApi['toast'] }) {
  const { logo, choose, refuse } = useLogo(toast);
  const [isOver, setIsOver] = useState(false);

  const over = (event: DragEvent) => {
    // Without this the browser would leave the page to show the file.
    event.preventDefault();
    setIsOver(true);
  };
  const leave = (event: DragEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose([...event.dataTransfer.files]);
  };
  const save = () =>
    toast(
      logo
        ? { title: 'Logo Saved', description: `${logo.name}. Sample data: nothing was uploaded.` }
        : { title: 'No Logo Chosen', description: 'Please choose an image first.', variant: 'destructive' },
    );
  return (
    <Panel title="Logo">
      <section
        aria-label="Logo upload"
        css={[dropZone, isOver && { background: '#FBEFD6' }]}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={leave}
        onDrop={drop}
      >
        <div css={preview}>
          {logo ? <img src={logo.url} alt={`Preview of ${logo.name}`} onError={refuse} /> : <Brand />}
        </div>
        <p>
          <strong>Drag and drop your logo here</strong>
          <br />
          or{' '}
          <label css={fileLabel}>
            choose a file
            <input
              type="file"
              accept="image/*"
              aria-describedby="legacy-logo-hint"
              css={visuallyHidden}
              onChange={(event) => {
                choose([...(event.target.files ?? [])]);
                // The same file may be chosen again.
                event.target.value = '';
              }}
            />
          </label>
        </p>
        <p id="legacy-logo-hint" css={{ fontSize: '0.8125rem', color: palette.faint }}>
          PNG, JPG up to 10MB
        </p>
      </section>
      <Button onClick={save}>Save Logo</Button>
    </Panel>
  );
}
