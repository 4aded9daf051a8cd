import type { Client } from '@godhuli/contracts/clients';
import { datesInWords } from '@godhuli/contracts/event-dates';
import type { ReactNode } from 'react';
import { textLink } from '../../ui/button.styles';
import { eventTypeLabel } from '../../ui/event-type-label';
import { formatDay } from '../../ui/format-timestamp';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { facts } from './client-detail.styles';
import { LANGUAGE_NAMES } from './language-names';
import { shownContact } from './shown-contact';

/** Contacts, language and inquiries. */
export function ClientFacts({ client }: { client: Client }) {
  const { basePath } = useHost();
  const of = (kind: 'phone' | 'email') => client.contacts.filter((contact) => contact.kind === kind);
  return (
    <dl css={facts}>
      <Fact label="Phone">
        {of('phone').map((contact) => (
          <a key={contact.key} css={textLink} href={`tel:${contact.key}`}>
            {shownContact(contact)}
          </a>
        ))}
        {of('phone').length === 0 && 'Not given'}
      </Fact>
      <Fact label="Email">
        {of('email').map(({ key, value }) => (
          <a key={key} css={textLink} href={`mailto:${encodeURIComponent(value)}`}>
            {value}
          </a>
        ))}
        {of('email').length === 0 && 'Not given'}
      </Fact>
      <Fact label="Language">{LANGUAGE_NAMES[client.language]}</Fact>
      <Fact label="Inquiries">
        {client.inquiries.map(({ _id, reference, eventType, stage, ...dates }) => (
          <div key={_id}>
            <Link css={textLink} href={`${basePath}/dashboard/inquiries#${_id}`}>
              {[eventTypeLabel(eventType), datesInWords(dates, formatDay)].filter(Boolean).join(', ')}
            </Link>{' '}
            ({stage}, {reference})
          </div>
        ))}
        {client.inquiries.length === 0 && 'None'}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
