import type { HostApi } from '@godhuli/contracts/host';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { ReactElement } from 'react';
import { type Content, textOf } from '../data/content';
import { chatAddress, phonesOf, type Studio } from '../data/studio';
import { Icon } from '../page/icon';
import { langOf } from '../page/lang-of';
import { InquiryForm } from './inquiry-form';

interface ContactProps {
  host: HostApi;
  content: Content;
  studio: Studio;
}

/** How to reach the studio, and the booking form (PUB-CONT-1 to 4). */
export function Contact({ host, content, studio }: ContactProps): ReactElement {
  const heading = textOf(content, 'contact', 'heading', 'Tell us about your day');
  return (
    <section id="contact" className="site-contact sec" data-tone="paper" aria-labelledby="contact-h" tabIndex={-1}>
      <div className="container contact">
        <div className="contact__l">
          <p className="eyebrow">Contact</p>
          <h2 id="contact-h" lang={langOf(heading)}>
            {heading}
          </h2>
          <ul className="ccards">
            {phonesOf(studio).map(({ text, number }) => (
              <li key={number}>
                <a className="ccard" href={`tel:${number}`}>
                  <span className="ccard__i">
                    <Phone className="i" />
                  </span>
                  <span>
                    <strong>Call {studio.contactName}</strong> <span>{text}</span>
                  </span>
                  <Icon name="arrow-right" className="i go" />
                </a>
              </li>
            ))}
            <li>
              <a className="ccard" href={chatAddress(studio)} target="_blank" rel="noopener">
                <span className="ccard__i">
                  <MessageCircle className="i" />
                </span>
                <span>
                  <strong>Quick message on WhatsApp</strong> <span>Usually answered the same day</span>
                </span>
                <Icon name="arrow-right" className="i go" />
              </a>
            </li>
          </ul>
          <div className="cinfo">
            <div>
              <h3 className="label">
                <Icon name="map-pin" /> Office address
              </h3>
              <address>{studio.officeAddress}</address>
            </div>
            <div>
              <h3 className="label">
                <Icon name="clock" /> Response time
              </h3>
              <dl>
                <div>
                  <dt>Inquiry response</dt>
                  <dd>Within 24 hours</dd>
                </div>
                <div>
                  <dt>Consultation</dt>
                  <dd>Same day</dd>
                </div>
                <div>
                  <dt>Booking</dt>
                  <dd>Flexible timings</dd>
                </div>
              </dl>
            </div>
          </div>
        </div>
        <InquiryForm toast={host.toast} studio={studio} />
      </div>
    </section>
  );
}
