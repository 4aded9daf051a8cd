import type { PortfolioCategory } from '@godhuli/contracts/portfolio';

interface SampleItem {
  photo: string;
  title: string;
  category: PortfolioCategory;
  place: string;
  description: string;
  hero?: boolean;
  /** file name of the sample photo that the hero shows on phones */
  portrait?: string;
}

/** The items of the portfolio in the order of the page. Without a description the page shows the category. */
export const SAMPLE_PORTFOLIO: SampleItem[] = [
  {
    photo: 'hero-1-mandap-dusk.jpg',
    title: 'The Hour of Godhuli',
    category: 'wedding',
    place: 'Ahilyanagar',
    description: 'Ten minutes between the last sun and the first lamp. We had asked everybody to wait for it.',
    hero: true,
    portrait: 'hero-1-mandap-dusk-portrait.jpg',
  },
  {
    photo: 'hero-2-diyas.jpg',
    title: 'Lamps at the Wada',
    category: 'wedding',
    place: 'Paithan',
    description: "Four hundred diyas, lit by the bride's cousins ten minutes before the muhurat.",
    hero: true,
    portrait: 'hero-2-diyas-portrait.jpg',
  },
  {
    photo: 'hero-3-rings-silk.jpg',
    title: 'Two Rings',
    category: 'wedding',
    place: 'Mahabaleshwar',
    description: '',
    hero: true,
    portrait: 'hero-3-rings-silk-portrait.jpg',
  },
  {
    photo: 'hero-4-cine-camera.jpg',
    title: 'The Old Cine Camera',
    category: 'cinematic',
    place: 'Pune',
    description: 'It still runs. We keep it on the desk to remember how few seconds a reel held.',
    hero: true,
    portrait: 'hero-4-cine-camera-portrait.jpg',
  },
  {
    photo: 'wedding-kalash.jpg',
    title: 'Kalash',
    category: 'wedding',
    place: 'Pune',
    description: 'Set down by her grandmother, and not moved since.',
  },
  {
    photo: 'wedding-marigolds.jpg',
    title: 'Marigold, Morning',
    category: 'wedding',
    place: 'Ahilyanagar',
    description: 'Sixty metres of zendu, strung overnight by the whole lane.',
  },
  {
    photo: 'wedding-rings-silk.jpg',
    title: 'Promise',
    category: 'wedding',
    place: 'Nashik',
    description: "Hers was her mother-in-law's. His was bought that morning.",
  },
  {
    photo: 'wedding-invitation.jpg',
    title: 'Shubh Vivah',
    category: 'wedding',
    place: 'Nashik',
    description: 'The first photograph of every wedding we keep.',
  },
  {
    photo: 'wedding-aisle-lanterns.jpg',
    title: 'Mandap at Dusk',
    category: 'wedding',
    place: 'Ahilyanagar',
    description: 'Godhuli, the hour the priest had asked for.',
  },
  {
    photo: 'prewedding-sunset-couple.jpg',
    title: 'Last Light',
    category: 'prewedding',
    place: 'Harishchandragad',
    description: 'Two hours on foot for eleven minutes of sun. Nobody complained on the way down.',
  },
  {
    photo: 'prewedding-sky-lanterns.jpg',
    title: 'Lanterns over Bhandardara',
    category: 'prewedding',
    place: 'Bhandardara',
    description: 'One lantern for each year they had known each other.',
  },
  {
    photo: 'prewedding-umbrella-rain.jpg',
    title: 'First Rain',
    category: 'prewedding',
    place: 'Pune',
    description: "The forecast had said clear. The umbrella was the tea stall's.",
  },
  {
    photo: 'prewedding-coffee-window.jpg',
    title: 'Two Cups',
    category: 'prewedding',
    place: 'Pune',
    description: 'The table where he asked, a year and a day later.',
  },
  {
    photo: 'cinematic-clapperboard.jpg',
    title: 'Take Seven',
    category: 'cinematic',
    place: 'Pune',
    description: 'Six of them were laughter.',
  },
  {
    photo: 'cinematic-lens-macro.jpg',
    title: 'Coated Glass',
    category: 'cinematic',
    place: 'Pune',
    description: 'The lens that filmed most of what we are proud of.',
  },
  {
    photo: 'cinematic-drone-hills.jpg',
    title: 'Over the Sahyadris',
    category: 'cinematic',
    place: 'Bhandardara',
    description: 'Six in the morning, before the wind.',
  },
  {
    photo: 'cinematic-reel-beam.jpg',
    title: 'Projection',
    category: 'cinematic',
    place: 'Ahilyanagar',
    description: 'A film first shown where it was shot: on the wall of their own courtyard.',
  },
  {
    photo: 'family-booties.jpg',
    title: 'First Shoes',
    category: 'maternity',
    place: 'Pune',
    description: 'Knitted in the seventh month, worn for one afternoon.',
  },
  {
    photo: 'family-wooden-toys.jpg',
    title: 'Rings and Wheels',
    category: 'maternity',
    place: 'Ahilyanagar',
    description: "Her father's toys, from a trunk in the loft.",
  },
  {
    photo: 'family-cloud-mobile.jpg',
    title: 'Cloud Mobile',
    category: 'maternity',
    place: 'Pune',
    description: '',
  },
  {
    photo: 'family-cradle-basket.jpg',
    title: 'Waiting',
    category: 'maternity',
    place: 'Ahilyanagar',
    description: 'Nine days before he came.',
  },
  {
    photo: 'services-commercial-jhumka.jpg',
    title: 'Jhumka',
    category: 'commercial',
    place: 'Pune',
    description: 'For a jeweller who wanted one lamp and no retouching of the gold.',
  },
];
