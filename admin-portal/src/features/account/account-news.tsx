import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Button, ButtonLink } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { muted } from '../../ui/text.styles';
import { dismissNotices, noticesQuery } from './account.requests';
import { box } from './account-news.styles';
import { noticeOrigin, noticeText } from './notice-text';

/** The account page shows all. */
const SHOWN = 3;

/** What happened to the account since the last visit; stays until it is dismissed on this device. */
export function AccountNews() {
  const { basePath } = useHost();
  const queries = useQueryClient();
  const { data: notices = [] } = useQuery(noticesQuery);
  const [newest] = notices;
  const dismiss = useMutation({
    mutationFn: dismissNotices,
    onSuccess: () => {
      queries.setQueryData(noticesQuery.queryKey, (known) => known?.map((notice) => ({ ...notice, isNew: false })));
      // Also cancels a request from before the dismissal, whose response would show them again.
      void queries.invalidateQueries(noticesQuery);
    },
  });
  const news = notices.filter(({ isNew }) => isNew);
  if (!newest || news.length === 0) return null;
  const now = new Date();
  return (
    <section ref={moveFocusOnRemoval} css={box} aria-labelledby="account-news">
      <ShieldAlert aria-hidden="true" strokeWidth={1.75} />
      <div>
        <h2 id="account-news" css={{ fontSize: '.875rem', fontWeight: 600 }}>
          News about your account
        </h2>
        <ul>
          {news.slice(0, SHOWN).map((notice) => (
            <li key={notice._id}>
              {noticeText(notice)} <span css={muted}>{noticeOrigin(notice, now)}</span>
            </li>
          ))}
        </ul>
        {news.length > SHOWN && <p css={[muted, { marginTop: '.25rem' }]}>And {news.length - SHOWN} more.</p>}
      </div>
      <div>
        <ButtonLink size="small" href={`${basePath}/dashboard/account`}>
          Check your account
        </ButtonLink>
        <Button size="small" isBusy={dismiss.isPending} onClick={() => dismiss.mutate(newest._id)}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}
