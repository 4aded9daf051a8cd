import type { Locale } from '@godhuli/contracts/locales';
import { useEffect, useRef, useState } from 'react';

const localeOf = (field: string): Locale =>
  (/(?:^|\.)translations\.(mr|hi)\./.exec(field)?.[1] as Locale | undefined) ?? 'en';

/**
 * The language that a form shows. A new message about a field in another language opens that one, if the form shows none.
 * @param errors messages by field, `translations.mr.title`
 */
export function useFormLanguage(errors: Readonly<Record<string, string>>) {
  const [locale, setLocale] = useState<Locale>('en');
  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    const fields = Object.keys(errors);
    const added = fields.filter((field) => !known.current.includes(field));
    known.current = fields;
    const [first] = added;
    if (first !== undefined)
      setLocale((shown) => (fields.some((field) => localeOf(field) === shown) ? shown : localeOf(first)));
  }, [errors]);
  return [locale, setLocale] as const;
}
