import { css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { PACKAGES } from '../sample-data';
import { palette } from '../ui/palette';
import { Panel } from '../ui/panel';
import { PackageRow } from './package-row';

const rows = css`
  & > li { border-bottom: 1px solid ${palette.hairline}; padding: 1rem 0; }
  & > li:last-of-type { border: 0; padding-bottom: 0; }
`;

/** Packages (LEG-5): the six sample packages, each with its own Update button. */
export function Packages({ toast }: { toast: HostApi['toast'] }) {
  return (
    <Panel title="Packages">
      <ul css={rows}>
        {PACKAGES.map((sample) => (
          <li key={sample.name}>
            <PackageRow sample={sample} toast={toast} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
