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
    map_url: '',
    second_address: '',
    second_map_url: '',
    whatsapp: '',
    email: '',
    hours: '',
  },
  social: { instagram: '', facebook: '', youtube: '' },
  footer: { credit: 'Website by Kagad Digital' },
  privacy: {
    title: 'Privacy',
    text: `We ask for your name, and if you like your phone number, email, date and message, so that we can reply to your inquiry and plan the shoot. We use them for nothing else, and we do not sell them or give them to others. We note how you heard of us, if you tell us, and the campaign that the link to this page names; we use no cookies for it. By sending the form you agree to this.

We delete the details of inquiries that do not become a booking {months} months after we last heard from you. After a booking we keep what the accounts need.

You can ask us at any time for a copy of your data, for a correction, or to erase it. You can withdraw your consent as easily: write or call us. Please do not send us the name or age of a child.

If you are not satisfied with our answer, you can complain to the Data Protection Board of India.`,
  },
  seo: { title: '', description: '', share_image: '', share_image_alt: '' },
  logo: { on_dark: '', on_light: '', alt: '' },
  theme: { accent: 'maroon', neutral: 'warm', display_font: 'playfair', text_font: 'inter' },
  site: { languages: 'en mr hi' },
} as const;

/** Months that the retention setting has until an admin changes it. */
export const DEFAULT_RETENTION_MONTHS = 24;
/** Writes the months of the retention setting, in the digits of the language, into a privacy text. */
export const withMonths = (text: string, months: string): string =>
  text.replaceAll('{months}', months).replace(/\b1 months\b/g, '1 month');

export type TextSection = keyof typeof SITE_TEXTS;
export const TEXT_SECTIONS = Object.keys(SITE_TEXTS) as TextSection[];
