import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import type { Client, ClientTask } from '@godhuli/contracts/clients';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useState } from 'react';
import { fieldErrorsOf } from '../../app/call';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Button, IconButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { formatDay } from '../../ui/format-timestamp';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { Pill } from '../../ui/pill';
import { rows } from '../../ui/rows.styles';
import { muted, visuallyHidden } from '../../ui/text.styles';
import { fieldRow, form, task as taskLabel } from './client-detail.styles';
import { addTask, deleteTask, setTaskDone } from './clients.requests';
import { useFirstItems } from './show-more';
import { useClientChange } from './use-client-changes';

/** What is to be done for a client, and until when. */
export function Tasks({ client }: { client: Client }) {
  const [shown, more] = useFirstItems(client.tasks, 10);
  return (
    <section aria-labelledby="client-tasks">
      <h3 id="client-tasks">Tasks</h3>
      {client.tasks.length === 0 && <p css={muted}>Nothing is to be done.</p>}
      {client.tasks.length > 0 && (
        <ul css={rows}>
          {shown.map((task) => (
            <Task key={task._id} task={task} />
          ))}
        </ul>
      )}
      {more}
      <NewTask client={client} />
    </section>
  );
}

function Task({ task }: { task: ClientTask }) {
  const isDone = task.doneAt !== null;
  const complete = useClientChange('We could not save the task', (done: boolean) => setTaskDone(task, done));
  const remove = useClientChange('We could not delete the task', () => deleteTask(task));
  const isBusy = complete.isPending || remove.isPending;
  const shown = complete.isPending ? complete.variables : isDone;
  const today = todayInIndia();
  return (
    <li ref={moveFocusOnRemoval}>
      <div>
        <label css={taskLabel} data-done={shown || undefined}>
          <input
            type="checkbox"
            checked={shown}
            aria-disabled={isBusy || undefined}
            onChange={({ target }) => !isBusy && complete.mutate(target.checked)}
          />
          <span>{task.text}</span>
        </label>
      </div>
      {!isDone && task.dueOn < today ? (
        <Pill variant="bad">Overdue since {formatDay(task.dueOn)}</Pill>
      ) : (
        <span css={muted}>{isDone ? `Done by ${task.doneBy}` : `Due ${formatDay(task.dueOn)}`}</span>
      )}
      <IconButton
        isBad
        aria-label={`Delete the task ${task.text}`}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && remove.mutate(undefined)}
      >
        <Trash2 aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}

function NewTask({ client }: { client: Client }) {
  const tomorrow = addDays(todayInIndia(), 1);
  const [text, setText] = useState('');
  const [dueOn, setDueOn] = useState(tomorrow);
  const add = useClientChange('We could not add the task', (draft: { text: string; dueOn: string }) =>
    addTask(client._id, draft),
  );
  const errors = fieldErrorsOf(add.error);
  useUnsavedChanges(text !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    // What was typed since then stays for the next task.
    add.mutate({ text, dueOn }, { onSuccess: () => setText((current) => (current === text ? '' : current)) });
  };
  return (
    <form css={form} noValidate onSubmit={submit}>
      <div css={fieldRow}>
        <Field label="New task" error={errors.text}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              maxLength={500}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Field label="Due on" error={errors.dueOn}>
          {(control) => (
            <input
              {...control}
              css={inputStyles}
              type="date"
              value={dueOn}
              onChange={({ target }) => setDueOn(target.value)}
            />
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" isBusy={add.isPending}>
          Add task
        </Button>
        <p role="status" css={visuallyHidden}>
          {add.isSuccess && 'Task added.'}
        </p>
      </div>
    </form>
  );
}
