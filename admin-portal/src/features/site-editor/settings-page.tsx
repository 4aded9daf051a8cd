import { SETTINGS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/settings`: the studio's name, logo, numbers, locations, links, theme and languages. */
export default function SettingsPage() {
  const soon =
    'Coming soon: notifications on phones. Messages has the emails and who gets them. Visitors see no change before you publish it.';
  return <SiteEditor title="Settings" soon={soon} parts={SETTINGS} />;
}
