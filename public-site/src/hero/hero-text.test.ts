import { HERO_PLACES, SCRIM_COLOR, type ScrimLayer } from '@godhuli/contracts/hero-text';
import heroStyles from './hero.css?inline';

/** What a gradient of the styles says: its alphas in their order. */
const alphasOf = (gradient: string) =>
  [...gradient.matchAll(/rgb\(16 14 12\/([\d.]+)\)/g)].map(([, alpha]) => Number(alpha));
const styles = heroStyles.replace(/\s*\/\s*/g, '/');
const scrims = [...styles.matchAll(/\.hero__scrim\s*\{\s*background:([^;}]*)/g)].map(
  ([, background]) => background ?? '',
);

it('ADM-PHOTO-2 the API measures the text of the hero with the scrim that visitors see', () => {
  expect(SCRIM_COLOR).toEqual([16, 14, 12]);
  // In the order of the styles, after that of small windows: computers, upright windows, phones.
  const [computer, , phone] = scrims;
  const layers = (background = '') => background.split('linear-gradient(').slice(1).map(alphasOf);
  const measured = (scrim: readonly ScrimLayer[]) => scrim.map(({ stops }) => stops.map(([, alpha]) => alpha));
  expect(layers(computer)).toEqual(measured(HERO_PLACES.wide.scrim));
  // The last stop of a phone is the opaque colour of the page.
  const [top = [], bottom = []] = measured(HERO_PLACES.phone.scrim);
  expect(layers(phone)).toEqual([top, bottom.slice(0, -1)]);
});
