import { css } from '@emotion/react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Images from 'lucide-react/icons/images';
import Newspaper from 'lucide-react/icons/newspaper';
import Video from 'lucide-react/icons/video';
import type { ReactElement } from 'react';
import { useHost } from '../host/host-context';
import { Link } from '../host/link';
import { isComingSoon } from '../placeholders/placeholder-words';

const list = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 0.75rem;
  margin-top: 0.75rem;
  @media (max-width: 899px) {
    grid-template-columns: 1fr;
  }
`;
const action = css`
  display: flex;
  align-items: center;
  gap: 0.9rem;
  height: 100%;
  padding: 0.9rem 1rem;
  border-radius: var(--r-3);
  background: var(--a-sunken);
  border: 1px solid var(--a-border);
  text-decoration: none;
  transition:
    background-color var(--t-1),
    border-color var(--t-1);
  &:hover {
    background: var(--a-hover);
    border-color: var(--a-border-ctl);
  }
  & > svg.lucide {
    color: var(--a-faint);
    transition: transform var(--t-2) var(--ease-out);
  }
  &:hover > svg.lucide {
    transform: translateX(3px);
  }
`;
const iconFrame = css`
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  flex: none;
  border-radius: var(--r-2);
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  color: var(--a-link);
`;
const words = css`
  flex: 1;
  line-height: 1.35;
  & strong {
    display: block;
    font-weight: 600;
  }
  & span {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
`;

const badge = css`
  display: inline-block;
  margin-left: 0.5rem;
  padding: 0.1rem 0.5rem;
  border-radius: var(--r-full);
  background: var(--a-new-bg);
  color: var(--a-new-fg);
  font-size: 0.75rem;
  font-style: normal;
  font-weight: 600;
  white-space: nowrap;
`;

const ACTIONS = [
  { path: '/dashboard/gallery', icon: Images, title: 'Gallery', text: 'Add photos and choose their focal points' },
  { path: '/dashboard/blog', icon: Newspaper, title: 'Blog', text: 'Stories about recent weddings' },
  { path: '/dashboard/videos', icon: Video, title: 'Videos', text: 'Films and teasers' },
] as const;

/** Links to gallery, blog and videos (ADM-DASH-1); those that are not built yet say so. */
export function QuickActions(): ReactElement {
  const { basePath } = useHost();
  return (
    <section css={{ marginTop: '2.25rem' }} aria-labelledby="dashboard-actions">
      <h2 id="dashboard-actions">Quick actions</h2>
      <ul css={list}>
        {ACTIONS.map(({ path, icon: Icon, title, text }) => (
          <li key={path}>
            <Link css={action} href={`${basePath}${path}`}>
              <span css={iconFrame}>
                <Icon aria-hidden="true" strokeWidth={1.75} />
              </span>
              <span css={words}>
                <strong>
                  {title}
                  {isComingSoon(path) && <em css={badge}>Coming soon</em>}
                </strong>
                <span>{text}</span>
              </span>
              <ArrowRight aria-hidden="true" strokeWidth={1.75} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
