import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useHost } from './host-context';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A real link; a plain click goes through the host, any other click (new tab, copy) stays the browser's. */
export function Link({ href, onClick, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const host = useHost();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        host.navigate(href);
      }}
    >
      {children}
    </a>
  );
}
