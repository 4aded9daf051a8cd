import { PARTS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/pages`: everything that the public page shows. */
export default function SiteEditorPage() {
  const soon =
    'Coming soon: further pages. Logo, theme and languages are in Settings. Photos, stories and films have their own pages.';
  return <SiteEditor title="Pages" soon={soon} parts={PARTS} hasLists />;
}
