import {
  type CalendarImportResult,
  type City,
  type ImportedEvent,
  MAX_IMPORT_BYTES,
} from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { namedOptions, SelectField } from '../../ui/select-field';
import { muted } from '../../ui/text.styles';
import { CALENDAR, importFile } from './calendar.requests';
import { list } from './calendar-page.styles';
import { daysText } from './calendar-view';

const RESULTS = { new: 'New', changed: 'Changed', unchanged: 'Already there' } as const;
const KEPT = {
  title: 'Title kept',
  days: 'Days kept',
  times: 'Times kept',
  cancelled: 'Cancelled in the file, kept here',
  deleted: 'Deleted here, not added again',
} as const;

function resultText({ result, kept = [], isOurs, isRemoved }: ImportedEvent): string {
  if (isRemoved) return 'Removed, cancelled in the file';
  if (isOurs) return 'Of our subscription';
  const own = kept.map((each) => KEPT[each]);
  return (result === 'unchanged' && own.length > 0 ? own : [RESULTS[result], ...own]).join('. ');
}

/** Imports an iCalendar file: first a preview with the errors of each line, then the import. */
export function ImportDialog({ cities, onClose }: { cities: readonly City[]; onClose(): void }) {
  const id = useId();
  const client = useQueryClient();
  const open = cities.filter(({ isArchived }) => !isArchived);
  const [file, setFile] = useState<string | null>(null);
  const [cityId, setCityId] = useState(open[0]?._id ?? '');
  const [error, setError] = useState<string>();
  const [isDone, setDone] = useState(false);
  const run = useMutation({
    mutationFn: (wanted: { file: string; cityId: string; isPreview: boolean }) => importFile(wanted),
    onMutate: () => setError(undefined),
    onSuccess: (_, { isPreview }) => {
      setDone(!isPreview);
      if (!isPreview) void client.invalidateQueries({ queryKey: [CALENDAR] });
    },
    onError: (cause) =>
      setError(fieldErrorsOf(cause).file ?? failureText(cause, 'Nothing was imported. Please try again.')),
  });
  const preview = (text: string, city: string) => {
    setDone(false);
    run.mutate({ file: text, cityId: city, isPreview: true });
  };
  const choose = async (chosen: File | undefined) => {
    run.reset();
    setFile(null);
    setError(undefined);
    if (!chosen) return;
    if (chosen.size > MAX_IMPORT_BYTES) return setError('Please choose a file of at most 512 KB.');
    const text = await chosen.text();
    setFile(text);
    preview(text, cityId);
  };
  const result = run.data;
  const count = result?.events.filter((event) => event.result !== 'unchanged').length ?? 0;
  const failed = run.isError ? run.variables : null;
  return (
    <Modal isWide aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title="Import bookings" onClose={onClose} />
      <div css={[modalBody, { display: 'grid', gap: '1rem' }]}>
        <Field
          label="Calendar file (.ics)"
          error={error}
          hint="A file can be imported again: nothing is added twice, and what staff changed here stays."
        >
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="file"
              accept=".ics,text/calendar"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
        <SelectField
          label="City"
          value={cityId}
          options={namedOptions(open)}
          onChange={(next) => {
            setCityId(next);
            if (file !== null) preview(file, next);
          }}
        />
        {result && <ImportResult result={result} isDone={isDone} />}
      </div>
      <footer css={modalFoot}>
        <Button onClick={onClose}>{isDone ? 'Done' : 'Cancel'}</Button>
        {!isDone && (
          <Button
            variant="primary"
            isBusy={run.isPending}
            disabled={file === null || (count === 0 && !failed && !run.isPending)}
            onClick={() => file !== null && run.mutate(failed ?? { file, cityId, isPreview: false })}
          >
            {failed ? 'Try again' : count === 1 ? 'Import 1 booking' : `Import ${count} bookings`}
          </Button>
        )}
      </footer>
    </Modal>
  );
}

function ImportResult({
  result: { events, errors, errorCount = errors.length },
  isDone,
}: {
  result: CalendarImportResult;
  isDone: boolean;
}) {
  const keptCount = events.filter(({ kept = [] }) => kept.length > 0).length;
  const ownCount = events.filter(({ isOurs }) => isOurs).length;
  return (
    <div>
      <p role="status">
        {isDone ? 'Imported.' : 'Preview.'} {events.length} {events.length === 1 ? 'event' : 'events'}, {errorCount}{' '}
        {errorCount === 1 ? 'error' : 'errors'}.{keptCount > 0 && ` Kept changes of staff: ${keptCount}.`}
        {ownCount > 0 && ` Of our own subscription, skipped: ${ownCount}.`}
      </p>
      {errors.length > 0 && (
        <div css={{ marginTop: '.75rem' }}>
          <Banner>
            {errors.map(({ line, message }) => (
              <span key={line + message} css={{ display: 'block' }}>
                Line {line}: {message}
              </span>
            ))}
          </Banner>
        </div>
      )}
      <ul css={list}>
        {events.map((event) => (
          <li key={event.line}>
            <span>
              {event.title}
              <small>{daysText(event.startsOn, event.endsBefore)}</small>
            </span>
            <span css={muted}>{resultText(event)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
