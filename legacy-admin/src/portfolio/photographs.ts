import cloudMobile from './photographs/cloud-mobile.jpg';
import lamps from './photographs/lamps-at-the-wada.jpg';
import mandap from './photographs/mandap-at-dusk.jpg';
import marigold from './photographs/marigold-morning.jpg';
import reelOne from './photographs/reel-one.jpg';
import theLens from './photographs/the-lens.jpg';

/** The six sample photographs, 440 by 330 pixels. */
export const PHOTOGRAPHS: readonly { title: string; category: string; image: string }[] = [
  { title: 'Lamps at the Wada', category: 'wedding', image: lamps },
  { title: 'Marigold, Morning', category: 'wedding', image: marigold },
  { title: 'Reel One', category: 'cinematic', image: reelOne },
  { title: 'Cloud Mobile', category: 'newborn', image: cloudMobile },
  { title: 'The Lens', category: 'commercial', image: theLens },
  { title: 'Mandap at Dusk', category: 'wedding', image: mandap },
];
