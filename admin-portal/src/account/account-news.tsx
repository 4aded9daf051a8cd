import { css } from '@emotion/react';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { type ReactElement, useState } from 'react';
import { Button, ButtonLink } from '../controls/button';
import { passFocusOn } from '../controls/pass-focus-on';
import { useHost } from '../host/host-context';
import { muted } from '../look/text';
import { noticeOrigin, noticeWords } from './notice-words';
import { useNotices } from './notices-data';

/** More are in the account. */
const SHOWN = 3;

const box = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 0.75rem 1rem;
  margin-bottom: 0.625rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: var(--r-3);
  background: var(--a-surface);
  font-size: 0.875rem;
  & > svg {
    margin-top: 0.15rem;
    color: var(--a-link);
  }
  & > div:first-of-type {
    flex: 1 1 16rem;
    overflow-wrap: anywhere;
  }
  & > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  & li {
    margin-top: 0.25rem;
  }
  @media (max-width: 899px) {
    margin: 0.75rem;
  }
`;

/** Tells at a visit what happened to the account since; stays until it is dismissed on this device. */
export function AccountNews(): ReactElement | null {
  const { basePath } = useHost();
  const { result, dismiss } = useNotices();
  const [isBusy, setBusy] = useState(false);
  const news = (result.data ?? []).filter(({ isNew }) => isNew);
  if (news.length === 0) return null;
  const now = new Date();
  const close = () => {
    setBusy(true);
    // A failing call has been logged; the notices then stay.
    dismiss()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <section ref={passFocusOn} css={box} aria-labelledby="account-news">
      <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
      <div>
        <h2 id="account-news" css={{ fontSize: '.875rem', fontWeight: 600 }}>
          News about your account
        </h2>
        <ul>
          {news.slice(0, SHOWN).map((notice) => (
            <li key={notice._id}>
              {noticeWords(notice)} <span css={muted}>{noticeOrigin(notice, now)}</span>
            </li>
          ))}
        </ul>
        {news.length > SHOWN && <p css={[muted, { marginTop: '.25rem' }]}>And {news.length - SHOWN} more.</p>}
      </div>
      <div>
        <ButtonLink size="small" href={`${basePath}/dashboard/account`}>
          Check your account
        </ButtonLink>
        <Button size="small" isBusy={isBusy} onClick={close}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
