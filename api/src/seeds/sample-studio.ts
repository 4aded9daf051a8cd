/** Sample testimonials, not of real clients. */
export const SAMPLE_TESTIMONIALS = [
  {
    name: 'Sneha & Rohan',
    event: 'Wedding',
    rating: 5,
    text: 'They were there for fourteen hours and I remember them for perhaps two minutes of it. Then the album came, and my grandmother found herself on page three, laughing at something none of us saw.',
    photo: 'wedding-marigolds.jpg',
    location: 'Ahilyanagar',
  },
  {
    name: 'Priya & Aditya',
    event: 'Pre-Wedding',
    rating: 5,
    text: 'We are both terrible in front of a camera. By the second hour we had forgotten it was there, and the sun did the rest of the work. The film still makes my brother cry, which he denies.',
    photo: 'prewedding-sunset-couple.jpg',
    location: 'Pune',
  },
  {
    name: 'Kavita Shinde',
    event: 'Newborn',
    rating: 4,
    text: 'Our daughter slept through almost all of it. They waited when she cried, never hurried us, and sent the first photograph the same evening, so both grandmothers had it before bed.',
    photo: 'family-booties.jpg',
    location: 'Pune',
  },
] as const;

export const SAMPLE_STATS = [
  { number: '500+', label: 'Happy Couples' },
  { number: '1200+', label: 'Events Covered' },
  { number: '8+', label: 'Years Experience' },
  { number: '2L+', label: 'Photos Captured' },
] as const;

export const SAMPLE_PROFILE = {
  title: 'Ameya Kulkarni',
  subtitle: 'Founder, photographer and film-maker',
  description:
    "I began in February 2017 with one borrowed camera and my cousin's wedding. Eight years and more than a thousand events later I still do the same thing: stand where nobody notices, and wait.",
  achievements: [
    '8+ years of full-time practice',
    '500+ couples photographed',
    '1200+ events covered',
    'Studios in two cities',
    'Certified drone operator',
    'Films screened at Pune shorts night',
  ],
  location: 'Ahilyanagar & Pune, Maharashtra',
  since: 'February 2017',
  portrait: 'about-photographer-sunset.jpg',
  studio: 'about-studio-interior.jpg',
} as const;

export const SAMPLE_TIMELINE = [
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
] as const;
