/** The texts of the site by section and key (DATA-1). Names, numbers and addresses are placeholders. */
export const SAMPLE_CONTENT: Record<string, Record<string, string>> = {
  hero: {
    brand_name: 'Godhuli',
    tagline: "Capturing Life's Precious Moments",
    description:
      'Expert in Cinematic & Wedding photography, newborn & maternity sessions, and commercial projects. Based in Ahilyanagar & Pune, Maharashtra, India.',
  },
  contact: {
    name: 'Ameya',
    phone: '+91 90000 00000',
    location: 'Ahilyanagar & Pune, Maharashtra',
    office_address: 'Godhuli Photography & Films\nStudio 3, Savedi Road\nAhilyanagar 414003, Maharashtra',
  },
  social: {
    instagram: 'https://www.instagram.com/',
    facebook: 'https://www.facebook.com/',
    youtube: 'https://www.youtube.com/',
  },
};
