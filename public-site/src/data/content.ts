import type { ContentEntry } from '@godhuli/contracts/content';

/** The site's texts by section, then key (PUB-HERO-5). */
export type Content = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Groups entries into a map by section, then key; the last of two equal keys wins. */
export function groupContent(entries: readonly ContentEntry[]): Content {
  const content: Record<string, Record<string, string>> = Object.create(null);
  for (const { section, key, value } of entries) {
    content[section] ??= Object.create(null) as Record<string, string>;
    content[section][key] = value;
  }
  return content;
}

/** Returns one text, or the fallback when it is missing or blank. */
export function textOf(content: Content, section: string, key: string, fallback: string): string {
  return content[section]?.[key]?.trim() || fallback;
}
