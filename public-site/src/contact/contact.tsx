import { type HostApi, HYDRATE_NEAR } from '@godhuli/contracts/host';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { chatUrl } from '../data/chat-url';
import { type Content, textOf } from '../data/content';
import { phonesOf, type Studio } from '../data/studio';
import { t } from '../languages/language';
import { editMark } from '../page/edit-mark';
import { Icon } from '../page/icon';
import { InquiryForm } from './inquiry-form';
import { POSTED_INQUIRY, type PostedInquiry } from './use-inquiry-form';

interface ContactProps {
  host: HostApi;
  content: Content;
  studio: Studio;
  /** whether the server rendered the page with all its data, so that only this section needs React */
  isComplete: boolean;
}

const MapLink = ({ url }: { url: string }) =>
  url ? (
    <a className="text-link" href={url} target="_blank" rel="noopener">
      {t('Show on the map')}
    </a>
  ) : null;

/** How to reach the studio, and the booking form (PUB-CONT-1 to 4). */
export function Contact({ host, content, studio, isComplete }: ContactProps) {
  const heading = textOf(content, 'contact', 'heading', t('Tell us about your day'));
  return (
    <section
      id="contact"
      className="contact section"
      data-tone="paper"
      aria-labelledby="contact-h"
      tabIndex={-1}
      {...{ [HYDRATE_NEAR]: isComplete || undefined }}
    >
      <div className="container contact__grid">
        <div className="contact__details">
          <p className="eyebrow">{t('Contact')}</p>
          <h2 id="contact-h" data-edit={editMark('text:contact:heading')}>
            {heading}
          </h2>
          <ul className="contact-links">
            {phonesOf(studio).map(({ text, number }) => (
              <li key={number} data-edit={editMark('text:contact:phone')}>
                <a className="contact-link" href={`tel:${number}`}>
                  <span className="contact-link__icon">
                    <Phone className="icon" />
                  </span>
                  <span>
                    <strong>{t('Call {1}', studio.contactName)}</strong> <span>{text}</span>
                  </span>
                  <Icon name="arrow-right" className="icon contact-link__arrow" />
                </a>
              </li>
            ))}
            <li data-edit={editMark('text:contact:whatsapp')}>
              <a className="contact-link" href={chatUrl(studio)} target="_blank" rel="noopener">
                <span className="contact-link__icon">
                  <MessageCircle className="icon" />
                </span>
                <span>
                  <strong>{t('Quick message on WhatsApp')}</strong>{' '}
                  <span>{studio.whatsapp || t('Usually answered the same day')}</span>
                </span>
                <Icon name="arrow-right" className="icon contact-link__arrow" />
              </a>
            </li>
          </ul>
          <div className="contact-info">
            <div>
              <h3 className="label">
                <Icon name="map-pin" /> {t('Office address')}
              </h3>
              <address data-edit={editMark('text:contact:office_address')}>{studio.officeAddress}</address>
              <MapLink url={studio.mapUrl} />
              {studio.secondAddress && (
                <>
                  <address data-edit={editMark('text:contact:second_address')}>{studio.secondAddress}</address>
                  <MapLink url={studio.secondMapUrl} />
                </>
              )}
              {studio.email && (
                <p data-edit={editMark('text:contact:email')}>
                  <a className="text-link" href={`mailto:${studio.email}`}>
                    {studio.email}
                  </a>
                </p>
              )}
              {studio.hours && <p data-edit={editMark('text:contact:hours')}>{studio.hours}</p>}
            </div>
            <div>
              <h3 className="label">
                <Icon name="clock" /> {t('Response time')}
              </h3>
              <dl>
                <div>
                  <dt>{t('Inquiry response')}</dt>
                  <dd>{t('Within 24 hours')}</dd>
                </div>
                <div>
                  <dt>{t('Consultation')}</dt>
                  <dd>{t('Same day')}</dd>
                </div>
                <div>
                  <dt>{t('Booking')}</dt>
                  <dd>{t('Flexible timings')}</dd>
                </div>
              </dl>
            </div>
          </div>
        </div>
        <InquiryForm
          toast={host.toast}
          studio={studio}
          posted={host.initialData?.[POSTED_INQUIRY] as PostedInquiry | undefined}
        />
      </div>
    </section>
  );
}
