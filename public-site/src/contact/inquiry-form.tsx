import type { HostApi } from '@godhuli/contracts/host';
import { EVENT_TYPES, HEARD_FROM, MAX_LENGTH, PRIVACY_NOTICE } from '@godhuli/contracts/inquiry-form';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { Fragment, memo, type ReactNode, useEffect, useState } from 'react';
import type { Studio } from '../data/studio';
import { currentLanguage, localPath, t } from '../languages/language';
import { type ControlProps, Field, type FieldState, fieldId } from './field';
import { FIELDS, type FieldName, type FieldProblems, firstDay, SUMMARY_LABELS } from './inquiry';
import { InquiryResult } from './inquiry-result';
import { type PostedInquiry, useInquiryForm } from './use-inquiry-form';

const COUNTS = ['One field', 'Two fields', 'Three fields', 'Four fields', 'Five fields', 'Six fields', 'Seven fields'];

/** Returns what separates a field from the next one in the sentence of the summary. */
const separator = (index: number, count: number) => (index === count - 1 ? '' : index === count - 2 ? ' and ' : ', ');

function Summary({ problems, notice }: { problems: FieldProblems; notice: ReactNode }) {
  const fields: FieldName[] = FIELDS.filter((name) => problems[name]);
  if (fields.length === 0) return null;
  const isMissing = fields.every((name) => problems[name]?.isMissing);
  const isOne = fields.length === 1;
  const [before, after] = t(isMissing ? 'Please add {1}, then send again.' : 'Please fix {1}, then send again.').split(
    '{1}',
  );
  return (
    <div className="form-message" role="alert">
      <CircleAlert className="icon" />
      <div>
        {notice}
        <strong>
          {t(
            `${COUNTS[fields.length - 1]} ${isMissing ? `${isOne ? 'is' : 'are'} missing` : `${isOne ? 'needs' : 'need'} fixing`}`,
          )}
        </strong>
        <p>
          {before}
          {fields.map((name, index) => (
            <Fragment key={name}>
              <a href={`#${fieldId(name)}`}>{t(SUMMARY_LABELS[name])}</a>
              {t(separator(index, fields.length))}
            </Fragment>
          ))}
          {after}
        </p>
      </div>
    </div>
  );
}

interface SelectProps extends ControlProps {
  required?: boolean;
  options: readonly { value: string; label: string }[];
}

function Select({ options, ...control }: SelectProps) {
  return (
    <div className="field__select">
      <select {...control}>
        <option value="">{t('Choose one')}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {t(label)}
          </option>
        ))}
      </select>
      <ChevronDown className="icon" />
    </div>
  );
}

const nameInput = (control: ControlProps) => (
  <input {...control} type="text" autoComplete="name" maxLength={MAX_LENGTH.name} required />
);
const phoneInput = (control: ControlProps) => (
  <input {...control} type="tel" autoComplete="tel" maxLength={MAX_LENGTH.phone} />
);
const emailInput = (control: ControlProps) => (
  <input {...control} type="email" autoComplete="email" maxLength={MAX_LENGTH.email} />
);
const eventTypeSelect = (control: ControlProps) => <Select {...control} required options={EVENT_TYPES} />;
const heardFromSelect = (control: ControlProps) => <Select {...control} options={HEARD_FROM} />;
const messageInput = (control: ControlProps) => (
  <textarea
    {...control}
    // React sets a textarea, unlike an input, to its default when it hydrates: the default is what the visitor has typed until then.
    defaultValue={
      (globalThis.document?.getElementById(control.id) as HTMLTextAreaElement | null)?.value ?? control.defaultValue
    }
    rows={5}
  />
);
const dayInput = (control: ControlProps) => (
  <input
    {...control}
    type="date"
    min={firstDay()}
    max="2199-12-31"
    // A cached page may be some days old; the first day is today.
    onFocus={(event) => {
      event.currentTarget.min = firstDay();
    }}
  />
);

const DateUndecided = memo(function DateUndecided({ isPosted }: { isPosted: boolean }) {
  return (
    <label className="field field--check">
      <input type="checkbox" name="dateUndecided" value="true" defaultChecked={isPosted} />
      {t('The date is not fixed yet')}
    </label>
  );
});

interface InquiryFormProps {
  toast: HostApi['toast'];
  studio: Pick<Studio, 'chatNumber'>;
  posted: PostedInquiry | undefined;
}

/** 'Book Your Session' (PUB-CONT-2 to 4). Without JavaScript the browser posts it and gets this page with the result. */
export function InquiryForm({ toast, studio, posted }: InquiryFormProps) {
  const { form, result, isSending, outcome, problems, hasSummary, isPosted, onSubmit, onInput } = useInquiryForm(
    toast,
    posted,
  );
  const [availability, setAvailability] = useState('');
  const notice = posted && isPosted && (
    <>
      <h4>{t(posted.notice.title)}</h4>
      <p>{t(posted.notice.description)}</p>
    </>
  );
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const show = () => {
      const values = new FormData(element);
      import('./availability').then(({ availabilityText }) => availabilityText(values)).then(setAvailability, () => {});
    };
    // The browser's own event, once a day is chosen: React's would fire while it is typed.
    const onChange = ({ target }: Event) => {
      if ((target as HTMLInputElement).type === 'date') show();
    };
    element.addEventListener('change', onChange);
    // Chosen before this code ran.
    if (new FormData(element).get('eventDate')) show();
    return () => element.removeEventListener('change', onChange);
  }, [form]);
  useEffect(() => {
    if (outcome?.is === 'received') setAvailability('');
  }, [outcome]);
  const field = (name: FieldName): FieldState => ({
    name,
    value: posted?.values[name],
    error: problems[name]?.message,
    hasFocus: name === posted?.firstInvalid,
  });
  return (
    <form
      ref={form}
      className="inquiry-form"
      method="post"
      action={`/inquiries?page=${localPath('/')}`}
      aria-labelledby="form-h"
      aria-busy={isSending || undefined}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <h3 id="form-h">{t('Book Your Session')}</h3>
      <p className="inquiry-form__note">{t('Fields marked * are required. We reply within 24 hours.')}</p>
      {hasSummary && <Summary problems={problems} notice={notice} />}
      <div className="inquiry-form__fields">
        <Field {...field('name')} label="Full Name *">
          {nameInput}
        </Field>
        <Field {...field('phone')} label="Phone Number" hint="So we can call or message you back.">
          {phoneInput}
        </Field>
        <Field {...field('eventType')} label="Photography Type *">
          {eventTypeSelect}
        </Field>
        <Field {...field('eventDate')} label="Preferred Date" hint={availability || 'A rough date is fine.'}>
          {dayInput}
        </Field>
        <Field {...field('eventEndDate')} label="Last Date" hint="If it takes several days.">
          {dayInput}
        </Field>
        <DateUndecided isPosted={posted?.values.dateUndecided === 'true'} />
        <Field {...field('email')} label="Email" hint="If you would like a reply by email.">
          {emailInput}
        </Field>
        <Field name="heardFrom" value={posted?.values.heardFrom} label="How did you hear about us?">
          {heardFromSelect}
        </Field>
        <Field
          {...field('message')}
          label="Message"
          hint="Venue, ceremonies, number of days, and anything else you know already."
          isFullWidth
        >
          {messageInput}
        </Field>
      </div>
      {posted && <input type="hidden" name="idempotencyKey" value={posted.idempotencyKey} />}
      <input type="hidden" name="language" value={currentLanguage()} />
      {/* A honeypot: only bots fill it in. */}
      <div className="inquiry-form__honeypot" aria-hidden="true">
        <label htmlFor="field-website">Website</label>
        <input id="field-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="inquiry-form__footer">
        <button className="button button--solid" type="submit" disabled={isSending}>
          {isSending ? (
            <>
              <LoaderCircle className="icon is-spinning" />
              <span>{t('Sending...')}</span>
            </>
          ) : (
            <span>{t('Send Inquiry')}</span>
          )}
        </button>
        <p>
          {t(PRIVACY_NOTICE)} <a href={localPath('/privacy')}>{t('How long we keep them')}</a>
        </p>
      </div>
      {outcome && outcome.is !== 'refused' && (
        <InquiryResult element={result} outcome={outcome} notice={notice} studio={studio} />
      )}
    </form>
  );
}
