import { PARTS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/testimonials`: the editor of the public page, with the list of testimonials open. */
export default function TestimonialsPage() {
  const soon = 'What clients said. Each needs their recorded consent before it is published.';
  return (
    <SiteEditor title="Testimonials" soon={soon} parts={PARTS} start={{ entity: 'testimonial', id: '' }} hasLists />
  );
}
