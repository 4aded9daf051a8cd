import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { palette, phone } from '../ui/palette';
import { Panel, PanelGrid } from '../ui/panel';
import { AddForm } from './add-form';
import { PHOTOS } from './photos';

const grid = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 1.25rem 1rem;
  ${phone} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  & img {
    width: 100%;
    height: auto;
    aspect-ratio: 4 / 3;
    object-fit: cover;
    border: 4px solid ${palette.white};
    outline: 1px solid ${palette.hairline};
    margin-bottom: 0.5rem;
  }
  & p { font-size: 0.8125rem; color: ${palette.faint}; text-transform: capitalize; }
`;

/** Portfolio: the form and, next to it, the sample photos. */
export function Portfolio({ toast }: { toast: HostApi['toast'] }) {
  return (
    <PanelGrid columns="1fr 2fr">
      <Panel title="Add to portfolio">
        <AddForm toast={toast} />
      </Panel>
      <Panel title="Current portfolio">
        <ul css={grid}>
          {PHOTOS.map(({ title, category, image }) => (
            <li key={title}>
              {/* The name is next to it, so the image adds nothing for a screen reader. */}
              <img src={image} alt="" width={440} height={330} />
              <h3>{title}</h3>
              <p>{category}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </PanelGrid>
  );
}
