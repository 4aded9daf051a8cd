import { PARTS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/pages`: everything that the public page shows. */
export default function SiteEditorPage() {
  const soon =
    'Coming soon: further pages, and languages for photos and stories. Logo, theme and languages are in Settings.';
  return <SiteEditor title="Pages" soon={soon} parts={PARTS} hasLists />;
}
