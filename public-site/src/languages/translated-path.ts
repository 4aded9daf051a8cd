import type { Language } from './language';

/** What the API returns in each language: photos, stories and films. `webpack.build.mjs` has the same list. */
const IN_EACH_LANGUAGE = /^\/api\/(hero|highlights|photos|gallery|albums|films)(?=\/|$)/;

/** Returns where the API has data in a language: '/api/hero' in Marathi is '/api/translations/mr/hero'. */
export const translatedPath = (path: string, language: Language): string =>
  language === 'en' ? path : path.replace(IN_EACH_LANGUAGE, `/api/translations/${language}/$1`);

/** Returns the name that the page has for this data in every language. */
export const untranslatedPath = (path: string, language: Language): string =>
  path.replace(`/api/translations/${language}/`, '/api/');
