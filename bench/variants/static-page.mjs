/**
 * A handwritten version of the page: all of the data, the same photos in the same sizes, one style sheet in the document, no
 * script. The composed page is compared with it.
 */
import { MEDIA_EDITION } from '../../packages/contracts/dist/media-url.js';

const escapeHtml = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const WIDTHS = [480, 960, 1600, 2400];
const widthsOf = ({ width }) => [...WIDTHS.filter((each) => each < Math.min(width, 2400)), Math.min(width, 2400)];
const sourceSet = (media, format) =>
  widthsOf(media)
    .map((width) => `/media/${media.id}/${width}.${MEDIA_EDITION}.${format} ${width}w`)
    .join(', ');

const FORMATS = ['avif', 'webp'];
const UPRIGHT = '(max-aspect-ratio:4/5)';

/** The sources for upright windows, which have a separate photo. */
const uprightSources = (media) =>
  FORMATS.map(
    (format) =>
      `<source type="image/${format}" media="${UPRIGHT}" srcset="${sourceSet(media, format)}" sizes="${heroSizes(media)}" width="${media.width}" height="${media.height}">`,
  ).join('');

/** A photo in three formats; the first one of the page loads at once, all others lazily. */
function photo(media, sizes, { first = false, portrait = null } = {}) {
  if (!media) return '';
  const sources = FORMATS.map(
    (format) => `<source type="image/${format}" srcset="${sourceSet(media, format)}" sizes="${sizes}">`,
  ).join('');
  const priority = first ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  const box = `width="${media.width}" height="${media.height}"`;
  const style = `background:${media.color};object-position:${media.focal.x}% ${media.focal.y}%`;
  const fallback = `<img src="/media/${media.id}/${widthsOf(media)[0]}.jpg" alt="${escapeHtml(first ? '' : media.alt)}"`;
  return `<picture>${portrait ? uprightSources(portrait) : ''}${sources}${fallback} ${box} style="${style}" ${priority}></picture>`;
}

const CSS = `
*{box-sizing:border-box;margin:0;padding:0}
html{scroll-behavior:smooth;scroll-padding-top:var(--header-h)}
body{background:var(--paper-50);color:var(--fg);font:400 var(--fs-body)/var(--lh-body) var(--font-text)}
img{display:block;width:100%;height:100%;object-fit:cover}
a{color:inherit}ul,ol{list-style:none}
h1,h2,h3,.price{font-family:var(--font-display);font-weight:400}
h2{font-size:var(--fs-h2);line-height:1.1;margin-bottom:var(--s-8)}
.in{max-width:calc(var(--container) + 2*var(--gutter));margin-inline:auto;padding-inline:var(--gutter)}
section{padding-block:var(--section-y)}
[data-tone]{background-color:var(--bg);color:var(--fg)}
header{position:fixed;inset:0 0 auto;z-index:9;height:var(--header-h)}
header .in{height:100%;display:flex;align-items:center;gap:var(--s-6)}
header nav{margin-left:auto;display:flex;gap:1rem}
header a{text-decoration:none}
.hero{position:relative;min-height:max(100svh,46rem);display:flex;padding:0;overflow:hidden;isolation:isolate}
.hero picture{position:absolute;inset:0;z-index:-2}
.hero::before{content:"";position:absolute;inset:0;z-index:-1;background:linear-gradient(0deg,rgb(16 14 12/.95),rgb(16 14 12/.6) 55%,rgb(16 14 12/0) 90%)}
.hero .in{align-self:end;width:100%;padding-block:var(--s-12)}
.hero h1{font-size:var(--fs-hero);line-height:var(--lh-hero);letter-spacing:var(--track-hero);margin-block:var(--s-5)}
.lead{font-size:var(--fs-lead);line-height:1.55}
.eyebrow{font-size:var(--fs-eyebrow);letter-spacing:var(--track-caps);text-transform:uppercase;color:var(--accent-fg)}
.btn{display:inline-block;padding:1rem 1.75rem;margin:var(--s-4) var(--s-3) 0 0;border:1px solid var(--rule-strong);border-radius:var(--r-1);text-decoration:none}
.solid{background:var(--accent);color:var(--on-accent);border-color:transparent}
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:var(--s-4);margin-top:var(--s-8)}
.stats b{display:block;font:400 2rem/1 var(--font-display)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));gap:var(--s-8)}
.grid picture{display:block;aspect-ratio:4/3;overflow:hidden;margin-bottom:var(--s-4)}
.price{font-size:1.75rem}
form{display:grid;gap:var(--s-4);max-width:40rem}
input,select,textarea{font:inherit;padding:.75rem;border:1px solid var(--rule-strong);width:100%}
@media (max-width:899px){header nav{display:none}}
`;

const section = (id, tone, heading, body) =>
  `<section id="${id}" data-tone="${tone}"><div class="in"><h2>${heading}</h2>${body}</div></section>`;
const grid = (items, card) => `<ul class="grid">${items.map((item) => `<li>${card(item)}</li>`).join('')}</ul>`;
const list = (items) => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
/** The `sizes` of the product's hero. With `svh` Chromium preloads another width than it shows, so it loads two. */
const heroSizes = ({ width, height }) => {
  const drawn = (shortest) => `max(100vw,max(100vh,${shortest})*${Number((width / height).toFixed(3))})`;
  return `(max-width:639px) ${drawn('36rem')},${drawn('44rem')}`;
};
const preload = (media, condition) =>
  `<link rel="preload" as="image" type="image/avif" media="${condition}" imagesrcset="${sourceSet(media, 'avif')}" imagesizes="${heroSizes(media)}" fetchpriority="high">`;
const GRID_SIZES = '(min-width: 900px) 33vw, 100vw';

/** @param site from `readSite` @returns the whole document */
export function staticPage({ content, hero, portfolio, services, packages, testimonials, stats, profile, tokens }) {
  const text = (name, key, fallback) =>
    escapeHtml(content.find((entry) => entry.section === name && entry.key === key)?.value || fallback);
  const brand = text('hero', 'brand_name', 'Godhuli');
  const phone = text('contact', 'phone', '+91 90000 00000');
  const { media: first, portrait = null } = hero[0] ?? portfolio.find(({ media }) => media);
  const numbers = stats.map(({ number, label }) => `<p><b>${escapeHtml(number)}</b>${escapeHtml(label)}</p>`).join('');
  const title = (item) => `<h3>${escapeHtml(item.title ?? item.name)}</h3>`;
  const description = text('hero', 'description', 'Wedding, maternity and commercial photography.');
  const names = ['hero', 'services', 'portfolio', 'packages', 'about', 'contact'];
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${brand}</title>
<meta name="description" content="${description}"><link rel="icon" href="/icon.svg" type="image/svg+xml">
${portrait ? preload(portrait, UPRIGHT) + preload(first, `not all and ${UPRIGHT}`) : preload(first, 'all')}
<style>${tokens}${CSS}</style></head><body>
<header data-tone="ink"><div class="in"><a href="#hero">${brand}</a><nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav></div></header>
<main><section id="hero" class="hero" data-tone="ink">${photo(first, heroSizes(first), { first: true, portrait })}<div class="in">
<p class="eyebrow">${brand}</p><h1>${text('hero', 'tagline', "Capturing Life's Precious Moments")}</h1><p class="lead">${description}</p>
<a class="btn solid" href="#portfolio">View Portfolio</a><a class="btn" href="https://wa.me/${phone.replace(/\D/g, '')}">WhatsApp Now</a>
<div class="stats">${numbers}</div></div></section>
${section(
  'services',
  'paper',
  'Services',
  grid(
    services,
    (item) =>
      `${photo(item.media, GRID_SIZES) + title(item)}<p>${escapeHtml(item.description)}</p>${list(item.features)}`,
  ),
)}
${section(
  'portfolio',
  'ink',
  'Portfolio',
  grid(portfolio, (item) => `${photo(item.media, GRID_SIZES) + title(item)}<p>${escapeHtml(item.description)}</p>`),
)}
${section(
  'packages',
  'paper',
  'Packages',
  grid(
    packages,
    (item) =>
      `${title(item)}<p class="price">${escapeHtml(item.price)}</p><p>${escapeHtml(item.duration)}</p>${list(item.features)}${list(item.terms ?? [])}`,
  ),
)}
${section('about', 'ink', 'The Artist Behind the Lens', `${title(profile)}<p class="lead">${escapeHtml(profile.description)}</p>${grid([profile.portrait, profile.studio].filter(Boolean), (media) => photo(media, GRID_SIZES))}${list(profile.achievements)}<ol>${profile.timeline.map((entry) => `<li><b>${escapeHtml(entry.year)}</b> ${escapeHtml(entry.title)}: ${escapeHtml(entry.description)}</li>`).join('')}</ol>`)}
${section(
  'testimonials',
  'paper',
  'Kind words',
  grid(
    testimonials,
    (item) =>
      `${photo(item.media, GRID_SIZES)}<blockquote>${escapeHtml(item.text)}</blockquote><p>${escapeHtml(item.name)}, ${escapeHtml(item.event)}</p>`,
  ),
)}
${section('contact', 'ink', 'Book Your Session', `<p><a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a></p><form method="post" action="/inquiries"><label>Full Name *<input name="name" required></label><label>Phone<input name="phone"></label><label>Message<textarea name="message" rows="5"></textarea></label><button class="btn solid">Send</button></form>`)}
</main><footer data-tone="ink"><div class="in"><p>${brand}</p></div></footer></body></html>`;
}
