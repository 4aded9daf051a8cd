/** Everything this portal shows is sample data (LEG-2); nothing is read from or written to a server. */

export const OVERVIEW_STATS = [
  { label: 'Inquiries', number: '24' },
  { label: 'Packages', number: '6' },
  { label: 'Images', number: '48' },
  { label: 'Clients', number: '200+' },
] as const;

export type Badge = 'New' | 'Responded' | 'Booked';

export interface SampleInquiry {
  name: string;
  eventType: string;
  /** YYYY-MM-DD */
  eventDate: string;
  message: string;
  badge: Badge;
}

export const INQUIRIES: readonly SampleInquiry[] = [
  {
    name: 'Meera Joshi',
    eventType: 'Wedding & Events',
    eventDate: '2027-02-14',
    message: 'Two days at a farmhouse near Shirur, about 300 guests.',
    badge: 'New',
  },
  {
    name: 'Nikhil Gaikwad',
    eventType: 'Pre-Wedding Photography',
    eventDate: '2026-12-06',
    message: 'Bhandardara at sunrise, if the road is open.',
    badge: 'Responded',
  },
  {
    name: 'Farhan Shaikh',
    eventType: 'Wedding & Events',
    eventDate: '2027-01-20',
    message: 'Nikah on the 20th and walima on the 22nd.',
    badge: 'Booked',
  },
];

export interface SamplePackage {
  name: string;
  category: string;
  /** rupees */
  price: number;
  duration: string;
  popular?: boolean;
}

export const PACKAGES: readonly SamplePackage[] = [
  { name: 'Essential', category: 'wedding', price: 45_000, duration: '6 hours' },
  { name: 'Premium', category: 'wedding', price: 90_000, duration: 'Full day', popular: true },
  { name: 'Luxury', category: 'wedding', price: 1_50_000, duration: '2 days' },
  { name: 'Pre-Wedding Special', category: 'prewedding', price: 35_000, duration: '4 hours' },
  { name: 'Maternity', category: 'maternity', price: 25_000, duration: '2 hours' },
  { name: 'Commercial', category: 'commercial', price: 40_000, duration: '5 hours' },
];

/** The categories of the old form (specification, section 3), value and label. */
export const PORTFOLIO_CATEGORIES = [
  { value: 'wedding', label: 'Wedding' },
  { value: 'cinematic', label: 'Cinematic' },
  { value: 'newborn', label: 'Newborn' },
  { value: 'commercial', label: 'Commercial' },
] as const;
