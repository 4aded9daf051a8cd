import type { Media } from '@godhuli/contracts/media';
import type { PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';

/** A photo for tests; its id repeats `digit`. */
export const samplePhoto = (digit: string, alt = 'A photo'): Media => ({
  id: digit.repeat(64),
  width: 2000,
  height: 1250,
  thumbhash: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
  color: '#2a130b',
  alt,
  focal: { x: 70, y: 40 },
});

const item = (id: number, category: PortfolioCategory, description = ''): PortfolioItem => ({
  _id: String(id),
  title: `Frame ${id}`,
  slug: `frame-${id}`,
  image: '/media/x/960.jpg',
  media: samplePhoto(String(id % 10), `Alt ${id}`),
  portrait: null,
  category,
  description,
  place: 'Paithan',
  hero: false,
  position: id,
  version: 1,
});

const offer = (id: number, name: string, category: string, more: object = {}) => ({
  _id: String(id),
  packageId: name.toLowerCase(),
  name,
  price: '₹45,000',
  duration: '6 hours',
  category,
  features: ['One lead photographer'],
  terms: [],
  popular: false,
  color: '',
  ...more,
});

const LONG_QUOTE = 'They were there for fourteen hours and I remember them for perhaps two minutes of it. '.repeat(2);

/** Returns the API's responses for tests, by path. A new object each time, so that a test can change it. */
export function sampleSite(): Record<string, unknown> {
  return {
    '/api/content': [
      { _id: '1', section: 'hero', key: 'brand_name', value: 'Sandhya' },
      { _id: '2', section: 'hero', key: 'tagline', value: 'Evenings kept' },
      { _id: '3', section: 'hero', key: 'description', value: 'Photography after four o’clock.' },
      { _id: '4', section: 'contact', key: 'name', value: 'Mrunal' },
      { _id: '5', section: 'contact', key: 'phone', value: '+91 98765 43210' },
      { _id: '6', section: 'contact', key: 'location', value: 'Satara' },
      { _id: '7', section: 'contact', key: 'office_address', value: 'Rajpath 7, Satara 415001' },
      { _id: '8', section: 'social', key: 'instagram', value: 'https://www.instagram.com/sandhya' },
      { _id: '9', section: 'social', key: 'facebook', value: 'javascript:alert(1)' },
    ],
    '/api/hero': [1, 2, 3, 4, 5].map((id) => ({ ...item(id, 'wedding'), _id: `h${id}` })),
    '/api/highlights': [
      item(1, 'wedding', 'Four hundred diyas.'),
      item(2, 'wedding'),
      item(3, 'prewedding'),
      item(4, 'cinematic'),
      item(5, 'maternity'),
      item(6, 'maternity'),
      item(7, 'maternity'),
    ],
    '/api/services': ['Heart', 'Camera', 'Baby', 'Briefcase', 'Video'].map((icon, index) => ({
      _id: String(index + 1),
      title: `Service ${index + 1}`,
      description: `What service ${index + 1} is.`,
      features: ['First', 'Second', 'Third', 'Fourth'].map((feature) => `${feature} of ${index + 1}`),
      image: '',
      media: samplePhoto(String(index), `Picture of service ${index + 1}`),
      icon,
      color: '',
    })),
    '/api/packages': [
      offer(1, 'Essential', 'Wedding', { terms: ['50% advance confirms the date.'] }),
      offer(2, 'Premium', 'Wedding', { popular: true, price: '₹90,000', duration: 'Full day' }),
      offer(3, 'Luxury', 'Wedding', { packageId: undefined }),
      offer(4, 'Pre-Wedding Special', 'Pre-Wedding'),
      offer(5, 'Maternity', 'Maternity | Newborn & Family'),
      offer(6, 'Commercial', 'Commercial'),
      offer(7, 'Lowercase', 'wedding'),
    ],
    '/api/testimonials': [
      { name: 'Sneha & Rohan', rating: 4, text: LONG_QUOTE },
      { name: 'Priya & Aditya', rating: null, text: 'Short and sweet.' },
      { name: 'Kavita Shinde', rating: 3, text: 'Our daughter slept through almost all of it.' },
    ].map((testimonial, index) => ({
      _id: String(index + 1),
      event: 'Wedding',
      location: 'Pune',
      image: '',
      media: samplePhoto(String(index), `Keepsake ${index + 1}`),
      ...testimonial,
    })),
    '/api/stats': ['Couples', 'Events', 'Years', 'Photos'].map((label, index) => ({
      _id: String(index),
      number: `${index + 1}00+`,
      label,
    })),
    '/api/profile': {
      title: 'Mrunal Pawar',
      subtitle: 'Photographer',
      description: 'Eight years of evenings.',
      achievements: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((number) => `Achievement ${number}`),
      location: 'Satara',
      since: 'February 2017',
      portrait: samplePhoto('a', 'Mrunal behind a tripod'),
      studio: samplePhoto('b', 'The studio'),
      timeline: ['2017', '2018', '2019', '2024'].map((year) => ({
        year,
        title: `In ${year}`,
        description: `${year}!`,
      })),
    },
  };
}
