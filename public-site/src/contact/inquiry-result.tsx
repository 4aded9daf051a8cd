import CircleAlert from 'lucide-react/icons/circle-alert';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode, RefObject } from 'react';
import { chatUrl } from '../data/chat-url';
import type { Studio } from '../data/studio';
import { localPath, t } from '../languages/language';
import { Icon } from '../page/icon';
import type { Result } from './use-inquiry-form';

interface InquiryResultProps {
  /** receives the focus when the result is shown */
  element: RefObject<HTMLElement | null>;
  outcome: Result;
  /** the result of a form that was posted without JavaScript */
  notice: ReactNode;
  studio: Pick<Studio, 'chatNumber'>;
}

/** The result of sending. It stays until the next try; toasts disappear after 5 s. */
export function InquiryResult({ element, outcome, notice, studio }: InquiryResultProps) {
  const isReceived = outcome.is === 'received';
  const reference = isReceived && outcome.reference;
  const hasContact = isReceived && outcome.hasContact !== false;
  const [before, after] = t('Your reference is {1}.').split('{1}');
  const chat = chatUrl(
    studio,
    isReceived ? t('Hi, I just sent an inquiry on your website') + (reference ? ` (${reference})` : '') : undefined,
  );
  return (
    <section
      ref={element}
      className={isReceived ? 'form-message form-message--success' : 'form-message'}
      aria-labelledby="form-result-h"
      aria-describedby="form-result"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript this is how the result of a posted form gets the focus
      autoFocus={Boolean(notice)}
    >
      {isReceived ? <Icon name="check" /> : <CircleAlert className="icon" />}
      <div>
        {notice}
        <strong id="form-result-h">
          {isReceived ? t('We received your inquiry') : t('We could not send your inquiry')}
        </strong>
        <p id="form-result">
          {reference && (
            <>
              {before}
              <b>{reference}</b>
              {after}{' '}
            </>
          )}
          {isReceived
            ? hasContact
              ? t('We will reply within 24 hours.')
              : t('You left no phone number or email address. Please write to us on WhatsApp, so that we can reply.')
            : (outcome.reason ??
              t('Everything that you entered is still here. Please send it again, or contact us directly.'))}
        </p>
        {hasContact && (
          <ol>
            <li>{t('We check the date and reply with prices.')}</li>
            <li>{t('We talk about your day, by phone or at the studio.')}</li>
            <li>{t('The date is yours once you confirm it.')}</li>
          </ol>
        )}
        <a className="text-link" href={chat} target="_blank" rel="noopener">
          <MessageCircle className="icon" /> {isReceived ? t('Continue on WhatsApp') : t('Contact us on WhatsApp')}
        </a>
        {notice && (
          <p>
            <a href={localPath('/')}>{t('Back to Website')}</a>
          </p>
        )}
      </div>
    </section>
  );
}
