import { currentLanguage, LANGUAGES, type Language, localPath, withoutLanguage } from './language';

/**
 * Returns the links to a page in every language, for the server's markup alone (`LanguageLinks`). The page script keeps the section
 * (page-script/scroll-state.ts). A page that nobody has found leads to the home page.
 */
export function languageLinks(pathname: string): string {
  const path = withoutLanguage(pathname);
  const link = (each: Language) => {
    const href = localPath(path.includes('*') ? '/' : path, each).replaceAll('"', '%22');
    const current = each === currentLanguage() ? ' aria-current="true"' : '';
    return `<a href="${href}" lang="${each}" hreflang="${each}"${current}>${LANGUAGES[each]}</a>`;
  };
  return (Object.keys(LANGUAGES) as Language[]).map(link).join('');
}
