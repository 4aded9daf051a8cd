import { ApiError } from '@godhuli/contracts/api-error';
import { callApi } from '@godhuli/contracts/call-api';
import { useEffect, useState } from 'react';
import { currentLanguage } from '../languages/language';
import { translatedPath } from '../languages/translated-path';
import type { SitePage } from './page';

/** The data of a page; `missing`: the API has nothing there. */
export type PageData<Data> = { step: 'loading' | 'failed' | 'missing' } | { step: 'ready'; data: Data };

/** Reads what the server rendered from. Data that is absent or invalid is still loading. */
export function readPageData<Data>({ isData }: Pick<SitePage<Data>, 'isData'>, value: unknown): PageData<Data> {
  if (value === null) return { step: 'missing' };
  return isData(value) ? { step: 'ready', data: value } : { step: 'loading' };
}

/** Returns the data of a page: what the server rendered from, or what the browser fetches after the first render. */
export function usePageData<Data>(page: SitePage<Data>, path: string, initial: unknown): PageData<Data> {
  const [state, setState] = useState(() => readPageData(page, initial));
  const isLoading = state.step === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const controller = new AbortController();
    callApi(translatedPath(path, currentLanguage()), { signal: controller.signal }).then(
      (value) => setState(page.isData(value) ? { step: 'ready', data: value } : { step: 'failed' }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState({ step: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' });
      },
    );
    return () => controller.abort();
  }, [isLoading, page, path]);
  return state;
}
