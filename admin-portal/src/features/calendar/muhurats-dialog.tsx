import { type MuhuratYear, muhuratYearSchema } from '@godhuli/contracts/calendar';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { failureText, fieldErrorsOf } from '../../app/call';
import { type LastChange, lastChangeOf, storedOf } from '../../app/conflict';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { QueryResult } from '../../app/query-result';
import { CHANGED_WHILE_SAVING } from '../../app/use-record-form';
import { Banner } from '../../ui/banner';
import { Modal, ModalHead } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { Skeleton } from '../../ui/skeleton';
import { useIsMounted } from '../../ui/use-is-mounted';
import { CALENDAR, muhuratsQuery, saveMuhurats } from './calendar.requests';

interface MuhuratsDialogProps {
  year: number;
  onClose(): void;
}

/** The muhurat dates of a year, one per line. */
export function MuhuratsDialog({ year, onClose }: MuhuratsDialogProps) {
  const id = useId();
  const stored = useQuery(muhuratsQuery(year));
  if (stored.data) return <MuhuratsForm stored={stored.data} onClose={onClose} />;
  return (
    <Modal aria-labelledby={id} onCloseRequest={onClose}>
      <ModalHead id={id} title={titleOf(year)} onClose={onClose} />
      <QueryResult
        query={stored}
        skeleton={<Skeleton style={{ height: '14rem', margin: '1.5rem' }} />}
        failure="We could not load the dates."
      >
        {() => null}
      </QueryResult>
    </Modal>
  );
}

const titleOf = (year: number) => `Muhurat dates ${year}`;
const textOf = ({ days }: MuhuratYear) => days.map(({ day, name }) => `${day} ${name}`.trim()).join('\n');
const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
const daysOf = (text: string) =>
  linesOf(text)
    .filter(Boolean)
    .map((line) => ({ day: line.slice(0, 10), name: line.slice(10).trim() }));

function MuhuratsForm({ stored, onClose }: { stored: MuhuratYear; onClose(): void }) {
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const [opened, setOpened] = useState(stored);
  const [text, setText] = useState(textOf(opened));
  const [conflict, setConflict] = useState<{ theirs: MuhuratYear; lastChange: LastChange | null } | null>(null);
  // Once something is typed, a change by someone else is a conflict and replaces nothing.
  if (stored.version !== opened.version && text === textOf(opened) && !conflict) {
    setOpened(stored);
    setText(textOf(stored));
  }
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  /** the text as it is now; a save goes on while staff type */
  const latest = useRef(text);
  latest.current = text;
  const lines = linesOf(text);
  const save = useMutation({
    mutationFn: (sent: string) => saveMuhurats(opened.year, { days: daysOf(sent), version: opened.version }),
    onSuccess: (saved, sent) => {
      if (latest.current === sent) {
        if (isMounted()) onClose();
      } else {
        setOpened(saved);
        setConflict(null);
        setFailure(CHANGED_WHILE_SAVING);
        client.setQueryData(muhuratsQuery(saved.year).queryKey, saved);
      }
      void client.invalidateQueries({ queryKey: [CALENDAR] });
    },
    onError: (cause) => {
      const theirs = storedOf(muhuratYearSchema, cause);
      if (theirs) {
        setConflict({ theirs, lastChange: lastChangeOf(cause) });
        setOpened(theirs);
        client.setQueryData(muhuratsQuery(theirs.year).queryKey, theirs);
        return;
      }
      const [field, message] = Object.entries(fieldErrorsOf(cause))[0] ?? [];
      const index = Number(/^days\.(\d+)/.exec(field ?? '')?.[1] ?? -1);
      const line = index < 0 ? undefined : lineNumbers(lines)[index];
      setError(line ? `Line ${line}: ${message}` : failureText(cause, 'Nothing was changed. Please try again.'));
    },
  });
  const submit = () => {
    setFailure(null);
    const wrong = lines.findIndex((line) => line !== '' && !/^\d{4}-\d\d-\d\d(\s|$)/.test(line));
    if (wrong >= 0) return setError(`Line ${wrong + 1}: please begin with a date like ${opened.year}-12-04.`);
    if (!save.isPending) save.mutate(text);
  };
  return (
    <FormDialog
      title={titleOf(opened.year)}
      isDirty={text !== textOf(opened)}
      isSaving={save.isPending}
      saveLabel="Save"
      formStyles={{ display: 'grid', gap: '0.75rem' }}
      onSave={submit}
      onClose={onClose}
    >
      {failure && <Banner>{failure}</Banner>}
      {conflict && (
        <ConflictNotice
          noun="list of dates"
          lastChange={conflict.lastChange}
          taken={[]}
          differences={
            text === textOf(conflict.theirs)
              ? []
              : [
                  {
                    path: 'days',
                    label: 'Dates',
                    mine: text || '(empty)',
                    theirs: textOf(conflict.theirs) || '(empty)',
                  },
                ]
          }
          isSaving={save.isPending}
          onKeepMine={submit}
          onTakeTheirs={() => {
            setText(textOf(conflict.theirs));
            setConflict(null);
            setError(undefined);
          }}
        />
      )}
      <Field
        label="One date per line, with a name if you like"
        error={error}
        hint={`For example: ${opened.year}-12-04 Vivah`}
      >
        {(control) => (
          <textarea
            {...control}
            css={inputStyles}
            rows={12}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Returns the numbers of the lines that hold a date. */
const lineNumbers = (lines: readonly string[]) => lines.flatMap((line, index) => (line === '' ? [] : [index + 1]));
