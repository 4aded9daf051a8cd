import type { Profile, Stat } from '@godhuli/contracts/studio';

/** Shown until staff change it (specification, sections 3 and 4). */
export const DEFAULT_STATS: readonly Stat[] = [
  { _id: 'couples', number: '500+', label: 'Happy Couples' },
  { _id: 'events', number: '1200+', label: 'Events Covered' },
  { _id: 'years', number: '8+', label: 'Years Experience' },
  { _id: 'photos', number: '2L+', label: 'Photos Captured' },
];

/** The about section without a profile from the API; the years and 'February 2017' are the specification's. */
export const DEFAULT_PROFILE: Profile = {
  title: 'Ameya Kulkarni',
  subtitle: 'Founder, photographer and film-maker',
  description:
    "I began in February 2017 with one borrowed camera and my cousin's wedding. Eight years and more than a thousand events later I still do the same thing: stand where nobody notices, and wait.",
  achievements: [
    '8+ years of full-time practice',
    '500+ couples photographed',
    '1200+ events covered',
    'Studios in two cities',
    'Film team of our own since 2019',
    'Albums bound by hand',
  ],
  location: 'Ahilyanagar & Pune, Maharashtra',
  since: 'February 2017',
  portrait: null,
  studio: null,
  timeline: [
    {
      year: '2017',
      title: 'The first frame',
      description: 'The studio opens in Ahilyanagar in February, one room above a sweet shop.',
    },
    {
      year: '2018',
      title: 'Out of the district',
      description: 'First wedding away from home, and the first hundred couples.',
    },
    {
      year: '2019',
      title: 'Stills begin to move',
      description: 'A film team joins. Every wedding can now have a film of its own.',
    },
    {
      year: '2024',
      title: 'A second home',
      description: 'Pune opens, with a newborn studio and a colour-grading room.',
    },
  ],
};
