import { currentLanguage, LANGUAGES, type Language, localPath, withoutLanguage } from './language';

/**
 * Returns the links to a page in each offered language, '' if that is English alone, for the server's markup alone (`LanguageLinks`). The page script keeps the section
 * (page-script/scroll-state.ts). A page that nobody has found leads to the home page.
 */
export function languageLinks(pathname: string, languages: readonly Language[]): string {
  if (languages.length === 1) return '';
  const path = withoutLanguage(pathname);
  const link = (each: Language) => {
    const href = localPath(path.includes('*') ? '/' : path, each).replaceAll('"', '%22');
    const current = each === currentLanguage() ? ' aria-current="true"' : '';
    return `<a href="${href}" lang="${each}" hreflang="${each}"${current}>${LANGUAGES[each]}</a>`;
  };
  return languages.map(link).join('');
}
