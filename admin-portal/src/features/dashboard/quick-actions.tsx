import ArrowRight from 'lucide-react/icons/arrow-right';
import Images from 'lucide-react/icons/images';
import Newspaper from 'lucide-react/icons/newspaper';
import Video from 'lucide-react/icons/video';
import { pageAt } from '../../app/pages';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { action, badge, iconFrame, labels, list } from './quick-actions.styles';

const ACTIONS = [
  { path: '/dashboard/gallery', icon: Images, title: 'Gallery', text: 'Add photos and choose their focal points' },
  { path: '/dashboard/blog', icon: Newspaper, title: 'Blog', text: 'Stories about recent weddings' },
  { path: '/dashboard/videos', icon: Video, title: 'Videos', text: 'Films and teasers' },
] as const;

/** Links to gallery, blog and videos (ADM-DASH-1), with a badge on those that are not built yet. */
export function QuickActions() {
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
              <span css={labels}>
                <strong>
                  {title}
                  {pageAt(path)?.isComingSoon && <em css={badge}>Coming soon</em>}
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
