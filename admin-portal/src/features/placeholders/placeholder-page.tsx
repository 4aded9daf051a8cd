import { useQuery } from '@tanstack/react-query';
import { PageHead } from '../../app/layout/page-head';
import { type Page, pageAt } from '../../app/pages';
import { stateOf } from '../../app/query-client';
import { ButtonLink } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { badge, frame, soon } from './placeholder-page.styles';
import { PLACEHOLDERS } from './placeholder-texts';

/** A page that is not built yet: what it will be, and for the blog how many posts there are (ADM-PH-1). */
export default function PlaceholderPage() {
  const page = pageAt(useHost().location.pathname);
  const texts = page && PLACEHOLDERS[page.path];
  if (!page || !texts) return null;
  return (
    <>
      {texts.count ? (
        <CountedHead page={page} count={texts.count} />
      ) : (
        <PageHead title={page.label} note={texts.note} />
      )}
      <Soon page={page} texts={texts} />
    </>
  );
}

type Count = NonNullable<(typeof PLACEHOLDERS)[string]['count']>;

function CountedHead({ page, count }: { page: Page; count: Count }) {
  const query = useQuery(count.query);
  const state = stateOf(query);
  const note = { loading: () => 'Loading…', failed: () => 'Not available', ready: () => count.format(query.data ?? 0) };
  return <PageHead title={page.label} note={note[state]()} isLoading={state === 'loading'} />;
}

function Soon({ page, texts }: { page: Page; texts: (typeof PLACEHOLDERS)[string] }) {
  const { basePath } = useHost();
  const Icon = page.icon;
  const { head, text, today } = texts;
  return (
    <div css={soon}>
      <div css={frame} aria-hidden="true">
        <b />
        <b />
        <b />
        <b />
        <Icon strokeWidth={1.75} />
      </div>
      <div>
        <p css={badge}>Coming soon</p>
        <h2>{head}</h2>
        <p>
          {text} {today.text}
        </p>
        <div css={{ display: 'flex', flexWrap: 'wrap', gap: '.625rem', marginTop: '1.75rem' }}>
          <ButtonLink variant="primary" href={`${basePath}${today.path}`}>
            {today.label}
          </ButtonLink>
          {today.path !== '/dashboard' && <ButtonLink href={`${basePath}/dashboard`}>Back to Dashboard</ButtonLink>}
        </div>
      </div>
    </div>
  );
}
