import { type Content, textOf } from '../data/content';
import { LANGUAGES, type Language } from './language';

const ALL = Object.keys(LANGUAGES) as Language[];

/**
 * Returns the languages that the studio offers (Settings), English first. Pages in another language still open, so that old links
 * keep working, but no page links to them and search engines leave them out.
 */
export function chosenLanguages(content: Content): Language[] {
  const chosen = textOf(content, 'site', 'languages', ALL.join(' ')).split(' ');
  return ALL.filter((each) => each === 'en' || chosen.includes(each));
}
