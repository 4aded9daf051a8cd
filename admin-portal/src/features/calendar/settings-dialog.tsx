import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { addCity, addCrew, CALENDAR, changeCity, changeCrew, setDayCapacity } from './calendar.requests';
import { list } from './calendar-page.styles';

const MAX_CAPACITY = 50;

/** Cities with the bookings that a day takes, and crews. Archived ones stay on old bookings. */
export function SettingsDialog({ settings, onClose }: { settings: CalendarSettings; onClose(): void }) {
  const id = useId();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
    meta: { errorTitle: 'We could not save the change' },
  });
  const { cities, crews } = settings;
  const archive = (name: string, isArchived: boolean, run: () => Promise<unknown>) => (
    <Button
      size="small"
      isBusy={change.isPending}
      aria-label={`${isArchived ? 'Restore' : 'Archive'} ${name}`}
      onClick={() => change.mutate(run)}
    >
      {isArchived ? 'Restore' : 'Archive'}
    </Button>
  );
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Cities and crews" onClose={onClose} />
      <div css={[modalBody, { display: 'grid', gap: '1.75rem' }]}>
        <section aria-label="Cities">
          <h3>Bookings per day</h3>
          <ul css={list}>
            {cities.map(({ _id, name, capacity, isArchived }) => (
              <li key={_id}>
                <span>
                  {name}
                  {isArchived && <small>Archived</small>}
                </span>
                <input
                  type="number"
                  aria-label={`Bookings per day in ${name}`}
                  css={[inputStyles, { width: '5.5rem' }]}
                  min={0}
                  max={MAX_CAPACITY}
                  defaultValue={capacity}
                  key={capacity}
                  onBlur={({ target }) => {
                    const next = Number(target.value);
                    const isValid = target.value !== '' && Number.isInteger(next) && next >= 0 && next <= MAX_CAPACITY;
                    if (!isValid) target.value = String(capacity);
                    else if (next !== capacity) change.mutate(() => changeCity(_id, { capacity: next }));
                  }}
                />
                {archive(name, isArchived, () => changeCity(_id, { isArchived: !isArchived }))}
              </li>
            ))}
          </ul>
          <AddRow label="New city" add={addCity} />
        </section>
        <DayCapacity cities={cities} />
        <section aria-label="Crews">
          <h3>Crews</h3>
          <ul css={list}>
            {crews.map(({ _id, name, isArchived }) => (
              <li key={_id}>
                <span>
                  {name}
                  {isArchived && <small>Archived</small>}
                </span>
                {archive(name, isArchived, () => changeCrew(_id, { isArchived: !isArchived }))}
              </li>
            ))}
          </ul>
          <AddRow label="New crew" add={addCrew} />
        </section>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>Close</Button>
      </footer>
    </Modal>
  );
}

interface RowFormProps {
  error: string | undefined;
  label: string;
  isBusy: boolean;
  action: string;
  onSubmit(): void;
  children(control: { id: string }): ReactNode;
}

function RowForm({ error, label, isBusy, action, onSubmit, children }: RowFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form css={{ display: 'grid', gap: '.5rem', marginTop: '.75rem' }} noValidate onSubmit={submit}>
      <Field label={label} error={error}>
        {(control) => (
          <div css={{ display: 'flex', gap: '.5rem', flexWrap: 'wrap', '& input': { flex: 1, minWidth: '8rem' } }}>
            {children(control)}
            <Button type="submit" isBusy={isBusy}>
              {action}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function AddRow({ label, add }: { label: string; add(name: string): Promise<unknown> }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const run = useMutation({
    mutationFn: add,
    onSuccess: () => setName(''),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
  });
  const error = run.error ? (fieldErrorsOf(run.error).name ?? failureText(run.error, 'Please try again.')) : undefined;
  return (
    <RowForm label={label} error={error} isBusy={run.isPending} action="Add" onSubmit={() => run.mutate(name)}>
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </RowForm>
  );
}

/** The capacity of a single day, which replaces that of the city. */
function DayCapacity({ cities }: Pick<CalendarSettings, 'cities'>) {
  const client = useQueryClient();
  const [cityId, setCityId] = useState(cities[0]?._id ?? '');
  const [day, setDay] = useState('');
  const [capacity, setCapacity] = useState('');
  const run = useMutation({
    mutationFn: () => setDayCapacity(cityId, day, capacity === '' ? null : Number(capacity)),
    onSettled: () => client.invalidateQueries({ queryKey: [CALENDAR] }),
  });
  const failure = run.error ? (fieldErrorsOf(run.error).capacity ?? 'Please choose a date and a number.') : undefined;
  return (
    <section aria-label="One day">
      <h3>One day</h3>
      <RowForm
        label="Another number of bookings on one day (empty: as the city)"
        error={failure}
        isBusy={run.isPending}
        action="Set"
        onSubmit={() => run.mutate()}
      >
        {(control) => (
          <>
            <select
              aria-label="City of the day"
              css={[inputStyles, { flex: '1 1 8rem', width: 'auto' }]}
              value={cityId}
              onChange={(event) => setCityId(event.target.value)}
            >
              {cities.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </select>
            <input
              aria-label="Day"
              css={inputStyles}
              type="date"
              value={day}
              onChange={(event) => setDay(event.target.value)}
            />
            <input
              {...control}
              css={inputStyles}
              type="number"
              min={0}
              max={MAX_CAPACITY}
              value={capacity}
              onChange={(event) => setCapacity(event.target.value)}
            />
          </>
        )}
      </RowForm>
      <p role="status" css={{ fontSize: '.8125rem' }}>
        {run.isSuccess && 'Saved.'}
      </p>
    </section>
  );
}
