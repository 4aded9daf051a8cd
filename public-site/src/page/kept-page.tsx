import type { HostApi } from '@godhuli/contracts/host';
import { createElement, memo, type ReactNode, useEffect, useState } from 'react';
import { InquiryForm } from '../contact/inquiry-form';
import { POSTED_INQUIRY, type PostedInquiry } from '../contact/use-inquiry-form';
import type { Studio } from '../data/studio';
import type { Site } from '../page-script/site';
import { attachTo } from './attach-to';

/**
 * Where the page's initial data says that the server's markup is the whole page, with what the form needs of the studio. Such a
 * page gets none of the other data.
 */
export const KEPT = 'page:kept';
export type KeptData = Pick<Studio, 'chatNumber'>;

/** Returns the page of the server in this document, which hydration starts from. */
export const findServerPage = () => document.querySelector<Site>('.site');

/**
 * Returns elements that React takes over from the document as they are, with `part` in the place of `hole`. React neither reads
 * nor changes attributes and content of the others.
 */
function keepAround(element: Element, hole: Element | null, part: ReactNode, key?: number): ReactNode {
  if (element === hole) return part;
  const props = { key, suppressHydrationWarning: true };
  const name = element.tagName.toLowerCase();
  if (!element.contains(hole)) return createElement(name, { ...props, dangerouslySetInnerHTML: { __html: '' } });
  return createElement(
    name,
    props,
    [...element.children].map((child, index) => keepAround(child, hole, part, index)),
  );
}

type KeptPageProps = Pick<HostApi, 'toast' | 'initialData'>;

/**
 * A page whose markup is complete: all of it but the inquiry form works without React (decision 017), so React hydrates the form
 * alone. Only for hydration: it has no content of its own.
 */
export const KeptPage = memo(({ toast, initialData = {} }: KeptPageProps) => {
  const [site] = useState(findServerPage);
  useEffect(() => {
    if (!site) return;
    // The page script came with the page. If it did not run, the page gets it now.
    if (!site.pageScript) return attachTo(site);
    return () => site.pageScript?.abort();
  }, [site]);
  if (!site) return null;
  const form = (
    <InquiryForm
      key="form"
      toast={toast}
      studio={initialData[KEPT] as KeptData}
      posted={initialData[POSTED_INQUIRY] as PostedInquiry | undefined}
    />
  );
  return keepAround(site, site.querySelector('.inquiry-form'), form);
});
