import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isEqual } from '../../app/merge-fields';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { AddRow } from './add-row';
import { addCity, addCrew, CALENDAR, changeCity, changeCrew } from './calendar.requests';
import { list } from './calendar-page.styles';
import { CityCapacity, capacityKey } from './city-capacity';
import { DayCapacity, type OneDay } from './day-capacity';

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
  const [typed, setTyped] = useState<Record<string, string | undefined>>({});
  const [newCity, setNewCity] = useState('');
  const [newCrew, setNewCrew] = useState('');
  const [oneDay, setOneDay] = useState<OneDay>({ cityId: cities[0]?._id ?? '', day: '', capacity: '' });
  const [savedDay, setSavedDay] = useState(oneDay);
  const [isConfirming, setConfirming] = useState(false);
  const unsaved = Object.keys(typed).filter((cityId) => typed[cityId] !== undefined);
  const isFormDirty = newCity !== '' || newCrew !== '' || !isEqual(oneDay, savedDay);
  useUnsavedChanges(unsaved.length > 0 || isFormDirty);
  const isSaving = (cityId: string) => client.isMutating({ mutationKey: capacityKey(cityId) }) > 0;
  const close = () => (!isFormDirty && unsaved.every(isSaving) ? onClose() : setConfirming(true));
  const type = (cityId: string, text: string) => setTyped((before) => ({ ...before, [cityId]: text }));
  const forget = (cityId: string, text: string) =>
    setTyped((before) => (before[cityId] === text ? { ...before, [cityId]: undefined } : before));
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
    <Modal aria-labelledby={id} onCloseRequest={close}>
      <ModalHead id={id} title="Cities and crews" onClose={close} />
      <div css={[modalBody, { display: 'grid', gap: '1.75rem' }]}>
        <section aria-label="Cities">
          <h3>Bookings per day</h3>
          <ul css={list}>
            {cities.map((city) => (
              <li key={city._id}>
                <CityCapacity
                  city={city}
                  typed={typed[city._id]}
                  onType={(text) => type(city._id, text)}
                  onSaved={(text) => forget(city._id, text)}
                />
                {archive(city.name, city.isArchived, () => changeCity(city._id, { isArchived: !city.isArchived }))}
              </li>
            ))}
          </ul>
          <AddRow
            label="New city"
            name={newCity}
            onName={setNewCity}
            add={addCity}
            onAdded={(added) => setNewCity((name) => (name === added ? '' : name))}
          />
        </section>
        <DayCapacity cities={cities} typed={oneDay} onType={setOneDay} onSaved={setSavedDay} />
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
          <AddRow
            label="New crew"
            name={newCrew}
            onName={setNewCrew}
            add={addCrew}
            onAdded={(added) => setNewCrew((name) => (name === added ? '' : name))}
          />
        </section>
      </div>
      <footer css={modalFoot}>
        <Button onClick={close}>Close</Button>
      </footer>
      {isConfirming && <DiscardQuestion onDiscard={onClose} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}
