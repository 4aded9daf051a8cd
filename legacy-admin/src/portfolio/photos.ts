import cloudMobile from './photos/cloud-mobile.jpg';
import lamps from './photos/lamps-at-the-wada.jpg';
import mandap from './photos/mandap-at-dusk.jpg';
import marigold from './photos/marigold-morning.jpg';
import reelOne from './photos/reel-one.jpg';
import theLens from './photos/the-lens.jpg';

/** The six sample photos, 440 by 330 pixels. */
export const PHOTOS: readonly { title: string; category: string; image: string }[] = [
  { title: 'Lamps at the Wada', category: 'wedding', image: lamps },
  { title: 'Marigold, Morning', category: 'wedding', image: marigold },
  { title: 'Reel One', category: 'cinematic', image: reelOne },
  { title: 'Cloud Mobile', category: 'newborn', image: cloudMobile },
  { title: 'The Lens', category: 'commercial', image: theLens },
  { title: 'Mandap at Dusk', category: 'wedding', image: mandap },
];
