import { css } from '@emotion/react';
import { Package, Palette, Plus } from 'lucide-react';
import { formatDay } from '../format';
import { INQUIRIES, OVERVIEW_STATS } from '../sample-data';
import type { TabName } from '../tabs';
import { Button } from '../ui/button';
import { fonts, opticalSize, palette, phone, zari } from '../ui/palette';
import { Panel, PanelGrid } from '../ui/panel';
import { StatusBadge } from '../ui/status-badge';

const stats = css`
  position: relative;
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  margin-bottom: 1.25rem;
  background: ${palette.maroonDark};
  border-bottom: 16px solid transparent;
  &::after { content: ''; position: absolute; inset: auto 0 -16px; height: 16px; background: ${zari}; }
  & > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 1.4rem 1.5rem 1.5rem; }
  & > div + div { border-left: 1px solid rgb(226 174 82 / 0.28); }
  & dd {
    font: 400 2.75rem / 1 ${fonts.display};
    font-variation-settings: ${opticalSize.large};
    font-feature-settings: 'lnum';
    color: ${palette.goldPale};
  }
  & dt { color: ${palette.onMaroonDark}; font-size: 0.875rem; margin-top: 0.45rem; }
  ${phone} {
    grid-template-columns: 1fr 1fr;
    & > div { padding: 1.1rem; }
    & > div:nth-of-type(3) { border-left: 0; }
    & > div:nth-of-type(n + 3) { border-top: 1px solid rgb(226 174 82 / 0.28); }
  }
`;
const recent = css`
  & li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.75rem 0;
    border-bottom: 1px solid ${palette.hairline};
  }
  & li:last-of-type { border: 0; padding-bottom: 0; }
  & p { font-size: 0.8125rem; color: ${palette.faint}; }
`;

/** Overview (LEG-3): four counters, the latest inquiries and links to the other tabs. */
export function Overview({ openTab }: { openTab: (name: TabName) => void }) {
  return (
    <>
      <dl css={stats}>
        {OVERVIEW_STATS.map(({ label, number }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number}</dd>
          </div>
        ))}
      </dl>
      <PanelGrid columns="2fr 1fr">
        <Panel title="Recent inquiries">
          <ul css={recent}>
            {INQUIRIES.map(({ name, eventType, eventDate, badge }) => (
              <li key={name}>
                <div>
                  <h3>{name}</h3>
                  <p>{`${eventType}, ${formatDay(eventDate)}`}</p>
                </div>
                <StatusBadge badge={badge} />
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Quick actions">
          <div css={{ display: 'grid', gap: '0.6rem', '& button': { justifyContent: 'flex-start' } }}>
            <Button kind="line" onClick={() => openTab('portfolio')}>
              <Plus aria-hidden="true" />
              Add to portfolio
            </Button>
            <Button kind="line" onClick={() => openTab('packages')}>
              <Package aria-hidden="true" />
              Update packages
            </Button>
            <Button kind="line" onClick={() => openTab('settings')}>
              <Palette aria-hidden="true" />
              Change the theme
            </Button>
          </div>
        </Panel>
      </PanelGrid>
    </>
  );
}
