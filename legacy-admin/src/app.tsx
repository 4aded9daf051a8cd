import createCache from '@emotion/cache';
import { CacheProvider, css } from '@emotion/react';
import type { HostApi } from '@godhuli/contracts/host';
import { ArrowLeft } from 'lucide-react';
import { Tabs } from './tabs';
import { Brand } from './ui/brand';
import { Button } from './ui/button';
import { page } from './ui/page';
import { palette, phone, zari } from './ui/palette';

/**
 * This app's emotion cache, with its own key, independent of the host's. There is one per page, because a cache for each
 * mount would leave its style elements behind.
 */
const emotionCache = createCache({ key: 'legacy-admin' });

const width = css`
  max-width: 74rem;
  margin-inline: auto;
  padding-inline: clamp(1rem, 3vw, 2rem);
`;
const skipLink = css`
  position: fixed;
  z-index: 9;
  left: 1rem;
  top: -100px;
  padding: 0.7rem 1rem;
  background: ${palette.paper};
  color: ${palette.maroon};
  &:focus { top: 0.5rem; }
`;
const header = css`
  background: ${palette.maroonDark};
  color: ${palette.ivory};
`;
const headerRow = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  min-height: 4.5rem;
  ${phone} { gap: 0.5rem; }
`;
const main = css`
  padding-block: 2.25rem 4rem;
  &:focus { outline: none; }
  ${phone} { padding-top: 1.5rem; }
`;
const title = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0.25rem 2rem;
  & p { color: ${palette.quiet}; }
`;

/** The first portal of the studio (LEG-1 to LEG-8): five tabs of sample data. It depends only on the host's contract. */
export function App({ host }: { host: HostApi }) {
  return (
    <CacheProvider value={emotionCache}>
      <div css={page}>
        <a href="#main" css={skipLink}>
          Skip to content
        </a>
        <header css={header}>
          <div css={[width, headerRow]}>
            <Brand />
            <Button kind="onMaroon" onClick={() => host.navigate('/')}>
              <ArrowLeft aria-hidden="true" />
              Back to Website
            </Button>
          </div>
          <div css={{ height: 16, background: zari }} />
        </header>
        <main id="main" tabIndex={-1} css={[width, main]}>
          <div css={title}>
            <h1>Admin Portal</h1>
            <p>The old portal, kept for reference. It shows sample data and saves nothing.</p>
          </div>
          <Tabs host={host} />
        </main>
      </div>
    </CacheProvider>
  );
}
