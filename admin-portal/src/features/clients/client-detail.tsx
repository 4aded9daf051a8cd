import type { Client } from '@godhuli/contracts/clients';
import { may } from '@godhuli/contracts/roles';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef, useState } from 'react';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { QueryResult } from '../../app/query-result';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import { visuallyHidden } from '../../ui/text.styles';
import { backButton, body, buttons, head } from './client-detail.styles';
import { ClientDialog } from './client-dialog';
import { ClientFacts } from './client-facts';
import { clientQuery } from './clients.requests';
import { Duplicates } from './duplicates';
import { EntryForm } from './entry-form';
import { PrivacyActions } from './privacy-actions';
import { ReplyComposer } from './reply-composer';
import { Tasks } from './tasks';
import { Timeline } from './timeline';

/** One client: facts, duplicates, replies, tasks and timeline. */
export function ClientDetail({ id, onClose, onErased }: { id: string; onClose(): void; onErased(): void }) {
  const query = useQuery(clientQuery(id));
  return (
    <div css={body}>
      <Button size="small" css={backButton} onClick={onClose}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} /> Clients
      </Button>
      <QueryResult
        query={query}
        skeleton={<Skeleton style={{ height: '20rem' }} />}
        failure="We could not load this client. The record may have been erased."
      >
        {(client) => <Loaded client={client} isMerged={client._id !== id} onErased={onErased} />}
      </QueryResult>
    </div>
  );
}

interface LoadedProps {
  client: Client;
  /** whether the opened client was merged into this one */
  isMerged: boolean;
  onErased(): void;
}

/** Typed text stays when a colleague merges the client; questions about the former one close. */
function Loaded({ client, isMerged, onErased }: LoadedProps) {
  const { user } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = useIsNarrow();
  const [isEditing, setEditing] = useState(false);
  // On a phone it replaces the list, like a new page: reading starts at the name.
  useEffect(() => {
    if (!isNarrow) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isNarrow]);
  return (
    <>
      <div css={head}>
        <h2 tabIndex={-1} ref={heading}>
          {client.name}
        </h2>
        <div css={buttons}>
          <Button size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </div>
      </div>
      <p role="status" css={!isMerged && visuallyHidden}>
        {isMerged && `This client was merged into ${client.name}.`}
      </p>
      <ClientFacts client={client} />
      <Duplicates key={`duplicates ${client._id}`} client={client} />
      <ReplyComposer client={client} />
      <Tasks client={client} />
      <section aria-labelledby="client-timeline">
        <h3 id="client-timeline">Timeline</h3>
        <EntryForm client={client} />
        <Timeline client={client} />
      </section>
      {user && may(user.role, 'privacy.manage') && (
        <PrivacyActions key={`privacy ${client._id}`} client={client} onErased={onErased} />
      )}
      {isEditing && <ClientDialog client={client} onClose={() => setEditing(false)} />}
    </>
  );
}
