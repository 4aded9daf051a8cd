import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { inputStyles } from '../../ui/field.styles';
import { AddRow } from './add-row';
import { addCity, addCrew, CALENDAR, changeCity, changeCrew } from './calendar.requests';
import { list } from './calendar-page.styles';
import { DayCapacity, MAX_CAPACITY } from './day-capacity';

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
