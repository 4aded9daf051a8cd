import type { Generated } from 'kysely';

export interface StudioTables {
  testimonials: {
    id: Generated<string>;
    name: string;
    event: string;
    rating: number | null;
    text: string;
    image: string;
    media_id: string | null;
    location: string;
    position: number;
    alt: Generated<string>;
    /** YYYY-MM-DD or '' */
    date: Generated<string>;
    /** whether the person agreed to the publication, and how */
    consent: Generated<boolean>;
    consent_note: Generated<string>;
    hidden: Generated<boolean>;
    archived_at: Date | null;
  };
  stats: { id: Generated<string>; number: string; label: string; position: number };
  /** one row, id 1 */
  profile: {
    id: Generated<number>;
    title: string;
    subtitle: string;
    description: string;
    achievements: string[];
    location: string;
    since: string;
    portrait_media_id: string | null;
    studio_media_id: string | null;
    portrait_alt: Generated<string>;
    studio_alt: Generated<string>;
  };
  timeline: { id: Generated<string>; year: string; title: string; description: string; position: number };
}
