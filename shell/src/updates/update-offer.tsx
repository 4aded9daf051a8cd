import { useEffect, useRef, useState } from 'react';
import { useNewerRelease } from './use-newer-release';

interface UpdateOfferProps {
  remote: string;
  /** the release that this page has loaded */
  version: string;
  /** the offer appears at the next change of this */
  pathname: string;
}

/** Offers a reload at the first navigation after a newer release went live. The page keeps working either way. */
export function UpdateOffer({ remote, version, pathname }: UpdateOfferProps) {
  const newer = useNewerRelease(remote, version);
  const [isDismissed, setIsDismissed] = useState(false);
  const [offered, setOffered] = useState(false);
  const seenAt = useRef(pathname);
  useEffect(() => {
    if (newer && pathname !== seenAt.current) setOffered(true);
    seenAt.current = pathname;
  }, [newer, pathname]);
  if (!newer || !offered || isDismissed) return null;
  return (
    <aside className="shell-bar" role="status">
      <p>A new version of this page is available.</p>
      <button className="shell-button" type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
      <button className="shell-button shell-button--line" type="button" onClick={() => setIsDismissed(true)}>
        Later
      </button>
    </aside>
  );
}
