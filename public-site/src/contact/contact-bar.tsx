import CalendarCheck from 'lucide-react/icons/calendar-check';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { chatUrl } from '../data/chat-url';
import { phonesOf, type Studio } from '../data/studio';
import { t } from '../languages/language';
import { SectionLink } from '../page/section-link';

/**
 * Call, WhatsApp and Book on phones (PUB-BAR-1). It stays at the bottom of the window from the hero, which covers it, to the contact
 * section, which follows it. It needs no script.
 */
export function ContactBar({ studio }: { studio: Studio }) {
  const phone = phonesOf(studio)[0];
  return (
    <nav className="contact-bar" data-tone="ink" aria-label={t('Quick contact')}>
      {phone && (
        <a href={`tel:${phone.number}`} aria-label={t('Call {1}', phone.text)}>
          <Phone className="icon" /> {t('Call')}
        </a>
      )}
      <a href={chatUrl(studio)} target="_blank" rel="noopener">
        <MessageCircle className="icon" /> WhatsApp
      </a>
      <SectionLink section="contact">
        <CalendarCheck className="icon" /> {t('Book')}
      </SectionLink>
    </nav>
  );
}
