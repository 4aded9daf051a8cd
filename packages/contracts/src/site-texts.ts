/** The texts that the public page shows until staff write their own, by section and key. */
export const SITE_TEXTS = {
  hero: {
    brand_name: 'Godhuli',
    trade: 'Photography & Films',
    tagline: "Capturing Life's Precious Moments",
    description:
      'Expert in Cinematic & Wedding photography, newborn & maternity sessions, and commercial projects. Based in Ahilyanagar & Pune, Maharashtra, India.',
  },
  services: {
    heading: 'What we photograph, and film',
    intro: 'Every kind of work, one way of working: arrive early, stay quiet, and keep what actually happened.',
  },
  portfolio: { heading: 'Frames we keep returning to' },
  packages: {
    heading: 'Priced plainly, before we meet',
    intro: 'Travel within Ahilyanagar and Pune districts is included. Everything else is written on the card.',
    custom: 'Three ceremonies, two cities, or one quiet afternoon. Tell us the shape of it and we will price that.',
  },
  testimonials: { heading: 'In their own words', closing: 'Yours could be the next story we tell' },
  contact: {
    heading: 'Tell us about your day',
    name: 'Ameya',
    phone: '+91 90000 00000',
    location: 'Ahilyanagar & Pune, Maharashtra',
    office_address: 'Godhuli Photography & Films\nStudio 3, Savedi Road\nAhilyanagar 414003, Maharashtra',
  },
  social: { instagram: '', facebook: '', youtube: '' },
  footer: { credit: 'Website by Kagad Digital' },
  seo: { title: '', description: '', share_image: '', share_image_alt: '' },
} as const;
export type TextSection = keyof typeof SITE_TEXTS;
export const TEXT_SECTIONS = Object.keys(SITE_TEXTS) as TextSection[];
