import type { PortfolioCategory } from '@godhuli/contracts/portfolio';

interface SampleStory {
  slug: string;
  title: string;
  client: string;
  place: string;
  date: string;
  category: PortfolioCategory;
  description: string;
  /** titles of items of the sample portfolio */
  sections: { title: string; text: string; photos: string[] }[];
}

/** The stories in the order of the page, made from the sample portfolio. */
export const SAMPLE_STORIES: SampleStory[] = [
  {
    slug: 'two-days-in-ahilyanagar',
    title: 'Two Days in Ahilyanagar',
    client: 'Aditi and Kedar',
    place: 'Ahilyanagar',
    date: '2025-12-06',
    category: 'wedding',
    description:
      'A wedding that filled one lane for two days: marigolds strung overnight, four hundred lamps, and a muhurat that waited for the light.',
    sections: [
      {
        title: 'The morning',
        text: 'The lane was awake before the sun. Everybody had one knot to tie.',
        photos: ['Marigold, Morning', 'Kalash', 'Shubh Vivah'],
      },
      {
        title: 'Godhuli',
        text: 'The hour the priest had asked for: cows coming home, dust in the light, and the first lamp.',
        photos: ['The Hour of Godhuli', 'Mandap at Dusk', 'Lamps at the Wada'],
      },
      { title: 'The rings', text: '', photos: ['Two Rings', 'Promise'] },
    ],
  },
  {
    slug: 'eleven-minutes-of-sun',
    title: 'Eleven Minutes of Sun',
    client: 'Neha and Omkar',
    place: 'Bhandardara',
    date: '2026-01-18',
    category: 'prewedding',
    description:
      'One hill, one lake, one cup of tea each. They chose three places that they already had stories about.',
    sections: [
      { title: 'Up the hill', text: 'Two hours on foot.', photos: ['Last Light', 'Lanterns over Bhandardara'] },
      { title: 'Back in Pune', text: '', photos: ['First Rain', 'Two Cups'] },
    ],
  },
  {
    slug: 'waiting',
    title: 'Waiting',
    client: '',
    place: 'Pune',
    date: '2026-03-01',
    category: 'maternity',
    description: 'The last nine days before he came, in the room that was already his.',
    sections: [{ title: '', text: '', photos: ['Waiting', 'First Shoes', 'Rings and Wheels', 'Cloud Mobile'] }],
  },
];
