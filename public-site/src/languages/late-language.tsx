import { callApi } from '@godhuli/contracts/call-api';
import type { HostApi } from '@godhuli/contracts/host';
import { type ComponentType, useEffect, useState } from 'react';
import { SOURCE_NAMES, SOURCES } from '../data/sources';
import { DEVANAGARI_STYLES } from './devanagari-styles';
import hi from './hi.json?url';
import { LABELS, type Labels, type Language, setLanguage } from './language';
import mr from './mr.json?url';
import { translatedData } from './translate';
import { translatedPath } from './translated-path';

const FILES = { mr, hi };

/** Adds the labels to the data of the document, as the server does: code outside React reads them there. */
function keepLabels(labels: Labels): void {
  const element = document.getElementById('page-data');
  if (element) element.textContent = JSON.stringify({ ...JSON.parse(element.textContent || '{}'), [LABELS]: labels });
}

interface LateLanguageProps {
  host: HostApi;
  language: Exclude<Language, 'en'>;
  /** the page in its language */
  Page: ComponentType<{ host: HostApi }>;
}

/** A page in another language than English, for a browser that renders it without the server. */
export default function LateLanguage({ host, language, Page }: LateLanguageProps) {
  const [data, setData] = useState<Record<string, unknown> | null>(null);
  const { initialData } = host;
  useEffect(() => {
    const controller = new AbortController();
    const sources = SOURCE_NAMES.map((name) => translatedPath(SOURCES[name].path, language));
    const paths = [...sources, `/api/translations/${language}`];
    const read = async (path: string) => {
      // The page shows what is missing in English, or fetches it.
      const value = initialData?.[path] ?? (await callApi(path, { signal: controller.signal }).catch(() => undefined));
      return [path, value] as const;
    };
    const { signal } = controller;
    // Without labels the page is English.
    const readLabels = async () => (await fetch(FILES[language], { signal })).json() as Promise<Labels>;
    void Promise.all([readLabels().catch(() => ({})), ...paths.map(read)]).then(([labels, ...values]) => {
      if (signal.aborted) return;
      setLanguage(language, labels);
      keepLabels(labels);
      document.documentElement.lang = language;
      const known = Object.fromEntries(values.filter(([, value]) => value !== undefined));
      setData(translatedData({ ...initialData, ...known }, language, labels));
    });
    return () => controller.abort();
  }, [language, initialData]);
  if (!data) return null;
  return (
    <>
      <style>{DEVANAGARI_STYLES}</style>
      <Page host={{ ...host, initialData: data }} />
    </>
  );
}
