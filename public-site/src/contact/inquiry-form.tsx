import type { HostApi } from '@godhuli/contracts/host';
import { EVENT_TYPES, MAX_LENGTH } from '@godhuli/contracts/inquiry-form';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Fragment, type ReactElement, type RefObject } from 'react';
import { chatAddress, type Studio } from '../data/studio';
import { Icon } from '../page/icon';
import { Field, fieldId } from './field';
import { FIELDS, type FieldName, type FieldProblems, firstDay, NOUNS } from './inquiry';
import { useInquiryForm } from './use-inquiry-form';

const COUNTS = ['No field', 'One field', 'Two fields', 'Three fields', 'Four fields', 'Five fields', 'Six fields'];

/** What stands between an addressed field and the next in a sentence. */
const separator = (index: number, count: number) => (index === count - 1 ? '' : index === count - 2 ? ' and ' : ', ');

function Summary({ problems }: { problems: FieldProblems }): ReactElement | null {
  const fields: FieldName[] = FIELDS.filter((name) => problems[name]);
  if (fields.length === 0) return null;
  const missing = fields.every((name) => problems[name]?.missing);
  const one = fields.length === 1;
  return (
    <div className="form__sum" role="alert">
      <CircleAlert className="i" />
      <div>
        <strong>
          {COUNTS[fields.length]} {missing ? `${one ? 'is' : 'are'} missing` : `${one ? 'needs' : 'need'} fixing`}
        </strong>
        <p>
          {missing ? 'Please add ' : 'Please fix '}
          {fields.map((name, index) => (
            <Fragment key={name}>
              <a href={`#${fieldId(name)}`}>{NOUNS[name]}</a>
              {separator(index, fields.length)}
            </Fragment>
          ))}
          , then send again.
        </p>
      </div>
    </div>
  );
}

interface ResultProps {
  /** receives the focus when the result is shown */
  element: RefObject<HTMLElement | null>;
  received: boolean;
  /** why sending again does not help */
  reason: string | undefined;
  studio: Studio;
}

/** How sending ended. It stays until the next try; the toasts with the specification's words leave after 5 s. */
function Result({ element, received, reason, studio }: ResultProps): ReactElement {
  const chat = chatAddress(studio, received ? 'Hi, I just sent an inquiry on your website' : undefined);
  return (
    <section
      ref={element}
      className={received ? 'form__sum form__sum--good' : 'form__sum'}
      aria-labelledby="form-result-h"
      aria-describedby="form-result"
      tabIndex={-1}
    >
      {received ? <Icon name="check" /> : <CircleAlert className="i" />}
      <div>
        <strong id="form-result-h">{received ? 'We received your inquiry' : 'We could not send your inquiry'}</strong>
        <p id="form-result">
          {received
            ? 'We will reply within 24 hours.'
            : (reason ?? 'Everything that you entered is still here. Please send it again, or contact us directly.')}
        </p>
        <a className="tlink" href={chat} target="_blank" rel="noopener">
          <MessageCircle className="i" /> {received ? 'Continue on WhatsApp' : 'Contact us on WhatsApp'}
        </a>
      </div>
    </section>
  );
}

/** 'Book Your Session' (PUB-CONT-2 to 4). Without JavaScript it posts to the same place and a page answers. */
export function InquiryForm({ toast, studio }: { toast: HostApi['toast']; studio: Studio }): ReactElement {
  const { form, message, sending, outcome, problems, onSubmit, onInput } = useInquiryForm(toast);
  return (
    <form
      ref={form}
      className="form"
      method="post"
      action="/inquiries"
      aria-labelledby="form-h"
      aria-busy={sending || undefined}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <h3 id="form-h">Book Your Session</h3>
      <p className="form__note">Fields marked * are required. We reply within 24 hours.</p>
      <Summary problems={problems} />
      <div className="form__grid">
        <Field name="name" label="Full Name *" problem={problems.name}>
          {(control) => <input {...control} type="text" autoComplete="name" maxLength={MAX_LENGTH.name} required />}
        </Field>
        <Field name="phone" label="Phone Number" hint="So we can call or message you back." problem={problems.phone}>
          {(control) => <input {...control} type="tel" autoComplete="tel" maxLength={MAX_LENGTH.phone} />}
        </Field>
        <Field name="eventType" label="Photography Type *" problem={problems.eventType}>
          {(control) => (
            <div className="select">
              <select {...control} defaultValue="" required>
                <option value="">Choose one</option>
                {EVENT_TYPES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <ChevronDown className="i" />
            </div>
          )}
        </Field>
        <Field name="eventDate" label="Preferred Date" hint="A rough date is fine." problem={problems.eventDate}>
          {(control) => (
            <input
              {...control}
              type="date"
              min={firstDay()}
              max="2199-12-31"
              // A cached page may be some days old; the days to choose from begin today.
              suppressHydrationWarning
              onFocus={(event) => {
                event.currentTarget.min = firstDay();
              }}
            />
          )}
        </Field>
        <Field name="email" label="Email" hint="If you would like a reply by email." problem={problems.email} full>
          {(control) => <input {...control} type="email" autoComplete="email" maxLength={MAX_LENGTH.email} />}
        </Field>
        <Field
          name="message"
          label="Message"
          hint="Venue, ceremonies, number of days, and anything else you know already."
          problem={problems.message}
          full
        >
          {(control) => <textarea {...control} rows={5} maxLength={MAX_LENGTH.message} />}
        </Field>
      </div>
      {/* Only machines fill this in. */}
      <div className="form__trap" aria-hidden="true">
        <label htmlFor="field-website">Website</label>
        <input id="field-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="form__end">
        <button className="btn btn--solid" type="submit" disabled={sending}>
          {sending ? (
            <>
              <LoaderCircle className="i spin" />
              <span>Sending...</span>
            </>
          ) : (
            <span>Send Inquiry</span>
          )}
        </button>
        <p>No payment now. Your details stay with the studio.</p>
      </div>
      {(outcome?.is === 'received' || outcome?.is === 'failed') && (
        <Result
          element={message}
          received={outcome.is === 'received'}
          reason={outcome.is === 'failed' ? outcome.reason : undefined}
          studio={studio}
        />
      )}
    </form>
  );
}
