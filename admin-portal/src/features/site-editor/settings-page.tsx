import { SETTINGS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/settings`: the studio's name, logo, numbers, locations, links, theme and languages. */
export default function SettingsPage() {
  const soon = 'Coming soon: settings of notifications. Publishing works as in Pages: nothing changes before.';
  return <SiteEditor title="Settings" soon={soon} parts={SETTINGS} />;
}
