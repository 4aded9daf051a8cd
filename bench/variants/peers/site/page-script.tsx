'use client';
import { useEffect } from 'react';
import { attachPageScript } from '../../../../public-site/src/page-script/attach';

/** Starts the carousels and the other behaviour of the page. @param content what the page is made from */
export function PageScript({ content }: { content?: unknown }) {
  // Data that arrives later brings elements of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` stands for the markup made from it
  useEffect(() => {
    const site = document.querySelector<HTMLElement>('.site');
    return site ? attachPageScript(site) : undefined;
  }, [content]);
  return null;
}
