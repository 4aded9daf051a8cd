import type { Permission } from '@godhuli/contracts/roles';
import type { LucideIcon } from 'lucide-react';
import BookImage from 'lucide-react/icons/book-image';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Camera from 'lucide-react/icons/camera';
import ChartLine from 'lucide-react/icons/chart-line';
import Contact from 'lucide-react/icons/contact';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import Inbox from 'lucide-react/icons/inbox';
import IndianRupee from 'lucide-react/icons/indian-rupee';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Mail from 'lucide-react/icons/mail';
import Megaphone from 'lucide-react/icons/megaphone';
import Newspaper from 'lucide-react/icons/newspaper';
import Quote from 'lucide-react/icons/quote';
import Rocket from 'lucide-react/icons/rocket';
import ScrollText from 'lucide-react/icons/scroll-text';
import Settings from 'lucide-react/icons/settings';
import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import Video from 'lucide-react/icons/video';

export interface Page {
  /** below the mount path of the portal */
  path: string;
  label: string;
  icon: LucideIcon;
  /** who may open it; null: every signed-in user */
  permission: Permission | null;
  /** reached from another place than the menu */
  isOffMenu?: true;
  /** not built yet (ADM-PH-1) */
  isComingSoon?: true;
}

/**
 * Every page of the shell, in the menu's order. Menu and route guard read this one table (ADM-SHELL-4). A new page also needs
 * its screen in `screens.tsx` and its route in `webpack.build.mjs`; a test compares the three.
 */
export const PAGES: readonly Page[] = [
  { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, permission: null },
  { path: '/dashboard/inquiries', label: 'Inquiries', icon: Inbox, permission: 'inquiries.manage' },
  { path: '/dashboard/clients', label: 'Clients', icon: Contact, permission: 'inquiries.manage' },
  { path: '/dashboard/calendar', label: 'Calendar', icon: CalendarDays, permission: 'calendar.manage' },
  { path: '/dashboard/gallery', label: 'Gallery', icon: Images, permission: 'gallery.manage' },
  { path: '/dashboard/albums', label: 'Albums', icon: BookImage, permission: 'gallery.manage' },
  { path: '/dashboard/videos', label: 'Videos', icon: Video, permission: 'videos.read' },
  { path: '/dashboard/blog', label: 'Blog', icon: Newspaper, permission: 'blog.read', isComingSoon: true },
  { path: '/dashboard/offers', label: 'Offers', icon: Tag, permission: 'content.manage', isComingSoon: true },
  { path: '/dashboard/pages', label: 'Pages', icon: FileText, permission: 'content.manage' },
  { path: '/dashboard/services', label: 'Services', icon: Camera, permission: 'content.manage' },
  { path: '/dashboard/packages', label: 'Packages', icon: IndianRupee, permission: 'content.manage' },
  { path: '/dashboard/testimonials', label: 'Testimonials', icon: Quote, permission: 'content.manage' },
  {
    path: '/dashboard/analytics',
    label: 'Analytics',
    icon: ChartLine,
    permission: 'analytics.read',
    isComingSoon: true,
  },
  {
    path: '/dashboard/marketing',
    label: 'Marketing',
    icon: Megaphone,
    permission: 'marketing.read',
    isComingSoon: true,
  },
  { path: '/dashboard/users', label: 'Users', icon: Users, permission: 'users.manage' },
  { path: '/dashboard/settings', label: 'Settings', icon: Settings, permission: 'settings.manage' },
  { path: '/dashboard/messages', label: 'Messages', icon: Mail, permission: 'settings.manage' },
  { path: '/dashboard/releases', label: 'Releases', icon: Rocket, permission: 'releases.manage' },
  { path: '/dashboard/audit', label: 'Audit log', icon: ScrollText, permission: 'audit.read' },
  { path: '/dashboard/account', label: 'Your account', icon: UserRound, permission: null, isOffMenu: true },
];

/** The page at a path, with or without a slash at its end. */
export function pageAt(pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return PAGES.find((page) => page.path === path);
}
