import { type RefObject, useEffect } from 'react';
import { attachTo } from './attach-to';

interface PageScriptProps {
  /** the element with the class `site` around this component */
  site: RefObject<HTMLElement | null>;
  /** what the markup is made from: a change brings elements of its own */
  content?: unknown;
}

/**
 * Attaches the page script to the site that it is part of. An effect of a component around a Suspense boundary can run before
 * the markup inside exists; that of this component runs with it.
 */
export function PageScript({ site, content }: PageScriptProps): null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the markup made from it
  useEffect(() => (site.current ? attachTo(site.current) : undefined), [site, content]);
  return null;
}
