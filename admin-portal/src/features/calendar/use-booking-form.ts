import { ApiError } from '@godhuli/contracts/api-error';
import {
  addDays,
  type Booking,
  type BookingConflict,
  type BookingInput,
  bookingConflictSchema,
  bookingProblems,
  bookingSchema,
  type CalendarSettings,
  type CreatedBooking,
  daysBetween,
  NOT_FREE,
} from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { addOnce } from '../../app/add-once';
import { failureText, fieldErrorsOf } from '../../app/call';
import { type Difference, type LastChange, lastChangeOf, storedOf } from '../../app/conflict';
import { isEqual, type MergedField, mergeFields, textDifferences, valueAt, withFieldOf } from '../../app/merge-fields';
import { CHANGED_WHILE_SAVING } from '../../app/use-record-form';
import { useHost } from '../../ui/host-context';
import { useIsMounted } from '../../ui/use-is-mounted';
import { addBooking, CALENDAR, changeBooking } from './calendar.requests';
import { dayName, daysText, isDay, KIND_LABELS, moveCeremonies } from './calendar-view';

/** What the dialog edits. The last day is part of the booking, as people say it. */
export interface Draft extends Omit<Required<BookingInput>, 'endsBefore' | 'override'> {
  lastDay: string;
  /** why an admin accepts days that are not free */
  reason: string;
}

type Days = Pick<Draft, 'startsOn' | 'lastDay'>;
const areDays = ({ startsOn, lastDay }: Days) => isDay(startsOn) && isDay(lastDay);
/** Returns the days between the first and the last one; 0 while one of them is not a whole day. */
const lengthOf = (days: Days) => (areDays(days) ? daysBetween(days.startsOn, days.lastDay) : 0);

export const emptyDraft = (day: string, cityId: string): Draft => ({
  kind: 'booking',
  title: '',
  cityId,
  crewId: null,
  inquiryId: null,
  startsOn: day,
  lastDay: day,
  heldUntil: null,
  ceremonies: [],
  notes: '',
  reason: '',
});

export function draftOf(booking: Booking): Draft {
  const { kind, title, cityId, crewId, inquiryId, startsOn, endsBefore, heldUntil, ceremonies, notes } = booking;
  const lastDay = addDays(endsBefore, -1);
  return { kind, title, cityId, crewId, inquiryId, startsOn, lastDay, heldUntil, ceremonies, notes, reason: '' };
}

const conflictsSchema = z.object({ code: z.literal(NOT_FREE), conflicts: z.array(bookingConflictSchema) });

/** The conflicts that the server names in a refusal. */
export function conflictsOf(error: unknown): BookingConflict[] {
  const parsed = conflictsSchema.safeParse(error instanceof ApiError ? error.problem : undefined);
  return parsed.success ? parsed.data.conflicts : [];
}

/** What someone else saved while the dialog was open. */
interface Conflict {
  theirs: Draft;
  lastChange: LastChange | null;
  /** labels of what only they changed; the form has it */
  taken: string[];
}

const FIELDS: readonly MergedField[] = [
  { path: 'kind', label: 'Kind' },
  { path: 'title', label: 'Client' },
  { path: 'startsOn', label: 'First day' },
  { path: 'lastDay', label: 'Last day' },
  { path: 'heldUntil', label: 'Hold until' },
  { path: 'cityId', label: 'City' },
  { path: 'crewId', label: 'Crew' },
  { path: 'inquiryId', label: 'Inquiry' },
  { path: 'ceremonies', label: 'Ceremonies' },
  { path: 'notes', label: 'Notes' },
];
/** merged with what was saved; it is no part of a booking, so no conflict names it */
const REASON: MergedField = { path: 'reason', label: 'Reason' };

/** Returns in what the form differs from another version of the booking. */
export function differencesOf(mine: Draft, theirs: Draft, { cities, crews }: CalendarSettings): Difference[] {
  const nameIn = (list: readonly { _id: string; name: string }[], id: string | null) =>
    list.find(({ _id }) => _id === id)?.name ?? '';
  const shown = (path: string, draft: Draft): string => {
    if (path === 'kind') return KIND_LABELS[draft.kind];
    if (path === 'cityId') return nameIn(cities, draft.cityId);
    if (path === 'crewId') return nameIn(crews, draft.crewId);
    if (path === 'startsOn' || path === 'lastDay' || path === 'heldUntil')
      return draft[path] ? dayName(draft[path]) : '';
    if (path === 'ceremonies')
      return draft.ceremonies
        .map(({ name, day, startsAt, endsAt, place }) =>
          [name, dayName(day), endsAt ? `${startsAt} to ${endsAt}` : startsAt, place].filter(Boolean).join(', '),
        )
        .join('\n');
    return String(valueAt(draft, path) ?? '');
  };
  return textDifferences(FIELDS, mine, theirs, shown);
}

interface FormOptions {
  /** the booking to change, or null to add one */
  booking: Booking | null;
  start: Draft;
  /** refusals that are known when the dialog opens */
  conflicts?: BookingConflict[];
  /** Called when nothing is left to save, unless the dialog was closed before. */
  onSaved(booking: Booking): void;
}

/** The state of the booking dialog: its draft, what is wrong with it, and saving. */
export function useBookingForm({ booking, start, conflicts: known = [], onSaved }: FormOptions) {
  const { toast } = useHost();
  const client = useQueryClient();
  const isMounted = useIsMounted();
  const [stored, setStored] = useState(booking);
  /** what staff started from: the stored booking, and the form as it opened */
  const [base, setBase] = useState(() => (booking ? draftOf(booking) : start));
  const [opened, setOpened] = useState(start);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [draft, setDraft] = useState(start);
  /** the draft as it is now; a save goes on while staff type */
  const latest = useRef(draft);
  latest.current = draft;
  /** the ceremonies and the days for which they were chosen, and where a change of the days moved them */
  const programme = useRef({ planned: start, moved: start.ceremonies });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflicts, setConflicts] = useState(known);
  const [failure, setFailure] = useState<string | null>(null);
  const [add] = useState(() => addOnce(addBooking, changeBooking));
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Draft) => (stored ? changeBooking(stored, inputOf(sent)) : add(inputOf(sent))),
    onSuccess: (saved: CreatedBooking, sent) => {
      for (const { startsOn, endsBefore, isEnded } of saved.replacedHolds ?? []) {
        const title = `The hold of ${daysText(startsOn, endsBefore)} is now a booking`;
        toast(isEnded ? { title } : { title, description: 'Its other days are still held.' });
      }
      void client.invalidateQueries({ queryKey: [CALENDAR] });
      if (!isMounted()) return;
      if (isEqual(latest.current, sent)) onSaved(saved);
      else keepTyped(saved, sent);
    },
    onError: (error) => showRefusal(error),
  });
  const showRefusal = (error: unknown) => {
    const found = conflictsOf(error);
    const fields = fieldErrorsOf(error);
    setConflicts(found);
    setErrors(fields);
    const isElsewhere = found.length === 0 && Object.keys(fields).length === 0;
    const current = storedOf(bookingSchema, error);
    if (current) showConflict(current, lastChangeOf(error));
    const isShown = !isElsewhere || current !== null;
    setFailure(isShown ? null : failureText(error, 'Nothing was changed. Please try again.'));
  };
  const submit = (wanted: Draft) => {
    const found = problemsOf(wanted);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length === 0 && !isPending) mutate(wanted);
  };
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    const names = Object.keys(change);
    const isChanged = (field: string) => names.includes(field.split('.')[0] as string);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isChanged(field))));
    if (names.some((name) => ['startsOn', 'lastDay', 'cityId', 'crewId', 'kind'].includes(name))) setConflicts([]);
  };
  const planned = () => (programme.current.moved === draft.ceremonies ? programme.current.planned : draft);
  /** Fills the form with a draft whose ceremonies fit its days. */
  const fill = (next: Draft) => {
    programme.current = { planned: next, moved: next.ceremonies };
    setDraft(next);
  };
  /**
   * A booking that keeps its length has moved with its ceremonies; in a longer or shorter one they keep their days.
   * @returns whether it has its length
   */
  const setDays = (days: Days): boolean => {
    const from = planned();
    const isMoved = areDays(days) && areDays(from) && lengthOf(days) === lengthOf(from);
    const distance = isMoved ? daysBetween(from.startsOn, days.startsOn) : 0;
    const ceremonies = distance === 0 ? from.ceremonies : moveCeremonies(from.ceremonies, distance);
    programme.current = { planned: from, moved: ceremonies };
    set({ startsOn: days.startsOn, lastDay: days.lastDay, ceremonies });
    return isMoved;
  };
  /** Shows what was saved, and what was typed after it was sent. */
  const keepTyped = (saved: Booking, sent: Draft) => {
    const next = draftOf(saved);
    fill(mergeFields([...FIELDS, REASON], sent, latest.current, next).draft);
    setStored(saved);
    setBase(next);
    setOpened(next);
    setConflict(null);
    setConflicts([]);
    setFailure(CHANGED_WHILE_SAVING);
  };
  const showConflict = (current: Booking, lastChange: LastChange | null) => {
    const theirs = { ...draftOf(current), reason: draft.reason };
    setConflict({ theirs, lastChange, taken: mergeFields(FIELDS, base, draft, theirs).taken });
    fill(mergeFields(FIELDS, base, latest.current, theirs).draft);
    setStored(current);
    setBase(theirs);
    setOpened(theirs);
  };
  return {
    /** the stored booking as this form knows it; null for a new one */
    stored,
    draft,
    errors,
    conflicts,
    conflict,
    failure,
    isSaving: isPending,
    isDirty: JSON.stringify(draft) !== JSON.stringify(opened) || conflicts.length > 0,
    set,
    setFirstDay(startsOn: string): void {
      // A booking of one day keeps one day, also while a day is typed in parts; a longer one moves when its first day passes its last one.
      if (draft.lastDay === draft.startsOn) setDays({ startsOn, lastDay: startsOn });
      else if (startsOn <= draft.lastDay || !isDay(startsOn)) setDays({ startsOn, lastDay: draft.lastDay });
      else setDays({ startsOn, lastDay: addDays(startsOn, Math.max(0, lengthOf(planned()))) });
    },
    setLastDay(lastDay: string): void {
      const days = { startsOn: draft.startsOn, lastDay };
      const isLength = areDays(days) && days.startsOn <= lastDay;
      // Another length is the one that a later move keeps.
      if (!setDays(days) && isLength) programme.current.planned = { ...programme.current.planned, ...days };
    },
    /** Discards what was typed and shows the stored version. */
    takeTheirs() {
      if (!conflict) return;
      fill(conflict.theirs);
      setConflict(null);
      setConflicts([]);
      setErrors({});
    },
    /** Sets one field to its value in the stored version. */
    takeField({ path }: Difference) {
      if (conflict) fill(withFieldOf(draft, path, conflict.theirs));
    },
    save: () => submit(draft),
    saveWithoutInquiry() {
      set({ inquiryId: null });
      submit({ ...draft, inquiryId: null });
    },
    /** Shows why the server refused a change, with the stored version if it is a newer one. */
    showRefusal,
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;

/** Blocked days have no ceremonies; the form keeps them while its kind is changed. */
const ceremoniesOf = ({ kind, ceremonies }: Pick<Draft, 'kind' | 'ceremonies'>) =>
  kind === 'blocked' ? [] : ceremonies;

function problemsOf(draft: Draft): Record<string, string> {
  const found: Record<string, string> = {};
  if (draft.title.trim() === '') found.title = 'Please enter a name.';
  if (draft.startsOn === '') found.startsOn = 'Please choose a date.';
  if (draft.lastDay === '') found.endsBefore = 'Please choose a date.';
  if (draft.cityId === '') found.cityId = 'Please choose a city.';
  for (const [index, { name, startsAt }] of ceremoniesOf(draft).entries()) {
    if (name.trim() === '') found[`ceremonies.${index}.name`] = 'Please enter a name.';
    if (startsAt === '') found[`ceremonies.${index}.startsAt`] = 'Please enter a time.';
  }
  if (draft.startsOn === '' || draft.lastDay === '') return found;
  const { endsBefore, heldUntil, ceremonies } = inputOf(draft);
  const fields = { kind: draft.kind, startsOn: draft.startsOn, endsBefore, heldUntil: heldUntil ?? null };
  const complete = (ceremonies ?? []).map((each) => ({ endsAt: null, place: '', ...each }));
  for (const { field, message } of bookingProblems({ ...fields, ceremonies: complete })) found[field] ??= message;
  return found;
}

function inputOf({ lastDay, reason, ...fields }: Draft): BookingInput {
  return {
    ...fields,
    ceremonies: ceremoniesOf(fields),
    heldUntil: fields.kind === 'hold' ? fields.heldUntil : null,
    endsBefore: addDays(lastDay, 1),
    ...(reason.trim() && { override: { reason: reason.trim() } }),
  };
}
