'use client';
import type { ContentEntry } from '@godhuli/contracts/content';
import type { HostApi } from '@godhuli/contracts/host';
import { useEffect, useState } from 'react';
import { Contact } from '../../../../public-site/src/contact/contact';
import { groupContent } from '../../../../public-site/src/data/content';
import { studioOf } from '../../../../public-site/src/data/studio';
import { DeferredToasts } from '../../../../shell/src/toast/deferred-toasts';
import { toast } from '../../../../shell/src/toast/toast-store';

const HOST: HostApi = {
  basePath: '/',
  location: { pathname: '/', search: '', hash: '' },
  navigate: (to) => location.assign(to),
  toast,
  setUnsavedChanges: () => undefined,
  release: { name: 'public-site', version: '0.0.0-000000000000' },
};
const loadToasts = () => import('../../../../shell/src/toast/toasts');

/** The contact section with its form and the toasts of the form. @param entries texts of the site */
export function ContactSection({ entries }: { entries: readonly ContentEntry[] }) {
  const content = groupContent(entries);
  // The toasts have nothing to show on a server.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <>
      <Contact host={HOST} content={content} studio={studioOf(content)} isComplete={false} />
      {isMounted && <DeferredToasts load={loadToasts} />}
    </>
  );
}
