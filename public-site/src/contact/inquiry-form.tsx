import type { HostApi } from '@godhuli/contracts/host';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Fragment, type ReactElement } from 'react';
import { chatAddress, type Studio } from '../data/studio';
import { Field, fieldId } from './field';
import { FIELDS, type FieldName, type FieldProblems, NOUNS } from './inquiry';
import { useInquiryForm } from './use-inquiry-form';

/** Value and label (specification, section 5); the contracts' own list would bring zod into the page. */
const TYPES = [
  ['wedding', 'Wedding & Events'],
  ['prewedding', 'Pre-Wedding Photography'],
  ['maternity', 'Maternity Photography'],
  ['newborn', 'Newborn Photography'],
  ['commercial', 'Commercial Photography'],
  ['cinematic', 'Cinematic Photography'],
  ['other', 'Other'],
] as const;
const COUNTS = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things', 'Six things'];

/** What stands between an addressed field and the next in a sentence. */
const separator = (index: number, count: number) => (index === count - 1 ? '' : index === count - 2 ? ' and ' : ', ');

function Summary({ problems }: { problems: FieldProblems }): ReactElement | null {
  const fields: FieldName[] = FIELDS.filter((name) => problems[name]);
  if (fields.length === 0) return null;
  const missing = fields.every((name) => problems[name]?.missing);
  const verb = fields.length === 1 ? 'is' : 'are';
  return (
    <div className="form__sum" role="alert">
      <CircleAlert className="i" />
      <div>
        <strong>
          {COUNTS[fields.length]} {missing ? `${verb} missing` : 'to correct'}
        </strong>
        <p>
          {missing ? 'Please add ' : 'Please check '}
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

/** 'Book Your Session' (PUB-CONT-2 to 4). Without JavaScript it posts to the same place and a page answers. */
export function InquiryForm({ toast, studio }: { toast: HostApi['toast']; studio: Studio }): ReactElement {
  const { form, sending, sent, problems, onSubmit, onInput } = useInquiryForm(toast);
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
          {(control) => <input {...control} type="text" autoComplete="name" maxLength={120} required />}
        </Field>
        <Field name="phone" label="Phone Number" hint="So we can call or message you back." problem={problems.phone}>
          {(control) => (
            <input {...control} type="tel" autoComplete="tel" maxLength={40} pattern="[\-+0-9 \(\)\.\/]{5,40}" />
          )}
        </Field>
        <Field name="eventType" label="Photography Type *" problem={problems.eventType}>
          {(control) => (
            <div className="select">
              <select {...control} defaultValue="" required>
                <option value="">Choose one</option>
                {TYPES.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <ChevronDown className="i" />
            </div>
          )}
        </Field>
        <Field name="eventDate" label="Preferred Date" hint="An estimate is fine." problem={problems.eventDate}>
          {(control) => <input {...control} type="date" min="1900-01-01" max="2199-12-31" />}
        </Field>
        <Field
          name="email"
          label="Email"
          hint="Only if you would rather have our answer in writing."
          problem={problems.email}
          full
        >
          {(control) => <input {...control} type="email" autoComplete="email" maxLength={254} />}
        </Field>
        <Field
          name="message"
          label="Message"
          hint="Venue, ceremonies, number of days, anything you already know."
          problem={problems.message}
          full
        >
          {(control) => <textarea {...control} rows={5} maxLength={5000} />}
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
      {sent && (
        <p className="form__next">
          <a
            className="tlink"
            href={chatAddress(studio, 'Hi, I have just sent an inquiry on your website')}
            target="_blank"
            rel="noopener"
          >
            <MessageCircle className="i" /> Continue on WhatsApp
          </a>
        </p>
      )}
    </form>
  );
}
