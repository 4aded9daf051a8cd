import { BOOKING_KINDS, type CalendarSettings } from '@godhuli/contracts/calendar';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { namedOptions, SelectField } from '../../ui/select-field';
import { muted } from '../../ui/text.styles';
import { kinds, notFree, spread } from './booking-dialog.styles';
import { KIND_LABELS } from './calendar-view';
import type { BookingForm } from './use-booking-form';

interface BookingFieldsProps {
  form: BookingForm;
  settings: CalendarSettings;
  /** whether the user may accept days that are not free */
  canOverride: boolean;
}

/** Kind, name, days, city and crew. */
export function BookingFields({ form, settings, canOverride }: BookingFieldsProps) {
  const { draft, errors, set } = form;
  const cities = settings.cities.filter(({ _id, isArchived }) => !isArchived || _id === draft.cityId);
  const crews = settings.crews.filter(({ _id, isArchived }) => !isArchived || _id === draft.crewId);
  const dateField = (label: string, value: string | null, error: string | undefined, change: (day: string) => void) => (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          type="date"
          required
          value={value ?? ''}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <>
      <fieldset css={[kinds, spread]}>
        <legend>Kind</legend>
        {BOOKING_KINDS.map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={draft.kind === kind} onChange={() => set({ kind })} />
            {KIND_LABELS[kind]}
          </label>
        ))}
      </fieldset>
      <div css={spread}>
        <Field label={draft.kind === 'blocked' ? 'Reason *' : 'Client *'} error={errors.title}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              required
              maxLength={160}
              value={draft.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          )}
        </Field>
      </div>
      {dateField('First day *', draft.startsOn, errors.startsOn, form.setFirstDay)}
      {dateField('Last day *', draft.lastDay, errors.endsBefore, form.setLastDay)}
      <NotFree form={form} canOverride={canOverride} />
      {draft.kind === 'hold' &&
        dateField('Hold until *', draft.heldUntil, errors.heldUntil, (day) => set({ heldUntil: day || null }))}
      <SelectField
        label="City *"
        error={errors.cityId}
        value={draft.cityId}
        options={namedOptions(cities)}
        onChange={(next) => set({ cityId: next })}
      />
      <SelectField
        label="Crew"
        error={errors.crewId}
        none={draft.kind === 'blocked' ? 'Everybody' : 'Not decided'}
        value={draft.crewId ?? ''}
        options={namedOptions(crews)}
        onChange={(next) => set({ crewId: next || null })}
      />
    </>
  );
}

/** Which days are not free, beside the days; an admin can accept them with a reason. */
function NotFree({ form, canOverride }: { form: BookingForm; canOverride: boolean }) {
  const { conflicts, draft, errors, set } = form;
  if (conflicts.length === 0) return null;
  return (
    <div role="alert" css={notFree}>
      <ul>
        {conflicts.map(({ day, message }) => (
          <li key={`${day}${message}`}>{message}</li>
        ))}
      </ul>
      {canOverride ? (
        <Field
          label="Reason to accept it anyway"
          error={errors['override.reason']}
          hint="Stored in the audit log with your name. Save again to accept it."
        >
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              maxLength={500}
              value={draft.reason}
              onChange={(event) => set({ reason: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <p css={muted}>Choose other days or another crew, or ask an admin to accept it.</p>
      )}
    </div>
  );
}
