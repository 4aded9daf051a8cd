import { LogoMark } from '@godhuli/design-tokens/logo-mark';
import type { ReactNode } from 'react';

interface NoticePageProps {
  eyebrow: string;
  heading: string;
  /** one sentence */
  text: ReactNode;
  /** links and buttons */
  children: ReactNode;
}

/** A page of the shell that replaces a remote: one heading, one sentence, links or buttons. */
export function NoticePage({ eyebrow, heading, text, children }: NoticePageProps) {
  return (
    <div className="shell-notice" data-tone="ink" lang="en">
      <div className="shell-notice__in">
        <header>
          <a className="shell-logo" href="/">
            <LogoMark />
            <span>Godhuli</span>
          </a>
        </header>
        <main>
          <div className="shell-notice__text">
            <p className="shell-eyebrow">{eyebrow}</p>
            <h1>{heading}</h1>
            <p className="shell-lead">{text}</p>
            <div className="shell-actions">{children}</div>
          </div>
          <div className="shell-notice__frame" aria-hidden="true">
            <i />
          </div>
        </main>
      </div>
    </div>
  );
}
