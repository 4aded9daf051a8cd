import { ApiError } from '@godhuli/contracts/api-error';
import {
  addDays,
  type Booking,
  type BookingConflict,
  type BookingInput,
  bookingConflictSchema,
  bookingProblems,
  NOT_FREE,
} from '@godhuli/contracts/calendar';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addOnce } from '../../app/add-once';
import { failureText, fieldErrorsOf } from '../../app/call';
import { addBooking, CALENDAR, changeBooking } from './calendar.requests';

/** What the dialog edits. The last day is part of the booking, as people say it. */
export interface Draft extends Omit<Required<BookingInput>, 'endsBefore' | 'override'> {
  lastDay: string;
  /** why an admin accepts days that are not free */
  reason: string;
}

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
const currentSchema = z.looseObject({ _id: z.string(), version: z.number() });

/** The conflicts that the server names in a refusal. */
export function conflictsOf(error: unknown): BookingConflict[] {
  const parsed = conflictsSchema.safeParse(error instanceof ApiError ? error.problem : undefined);
  return parsed.success ? parsed.data.conflicts : [];
}

interface FormOptions {
  /** the booking to change, or null to add one */
  booking: Booking | null;
  start: Draft;
  /** refusals that are known when the dialog opens */
  conflicts?: BookingConflict[];
  onSaved(booking: Booking): void;
}

/** The state of the booking dialog: its draft, what is wrong with it, and saving. */
export function useBookingForm({ booking, start, conflicts: known = [], onSaved }: FormOptions) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [conflicts, setConflicts] = useState(known);
  const [failure, setFailure] = useState<string | null>(null);
  const [add] = useState(() => addOnce(addBooking, changeBooking));
  const { mutate, isPending } = useMutation({
    mutationFn: (input: BookingInput) => (booking ? changeBooking(booking, input) : add(input)),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: [CALENDAR] });
      onSaved(saved);
    },
    onError: (error) => {
      const found = conflictsOf(error);
      const fields = fieldErrorsOf(error);
      setConflicts(found);
      setErrors(fields);
      const isElsewhere = found.length === 0 && Object.keys(fields).length === 0;
      setFailure(isElsewhere ? failureOf(error) : null);
    },
  });
  return {
    draft,
    errors,
    conflicts,
    failure,
    isSaving: isPending,
    isDirty: JSON.stringify(draft) !== JSON.stringify(start) || known.length > 0,
    set(change: Partial<Draft>) {
      setDraft((before) => ({ ...before, ...change }));
      const names = Object.keys(change);
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
      if (names.some((name) => ['startsOn', 'lastDay', 'cityId', 'crewId', 'kind'].includes(name))) setConflicts([]);
    },
    save() {
      const found = problemsOf(draft);
      setErrors(found);
      setFailure(null);
      if (Object.keys(found).length === 0 && !isPending) mutate(inputOf(draft));
    },
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;

function failureOf(error: unknown): string {
  const current = error instanceof ApiError ? currentSchema.safeParse(error.problem?.current) : undefined;
  if (current?.success) return 'Someone else changed this booking. Close this dialog to see their version.';
  return failureText(error, 'Nothing was changed. Please try again.');
}

function problemsOf(draft: Draft): Record<string, string> {
  const found: Record<string, string> = {};
  if (draft.title.trim() === '') found.title = 'Please enter a name.';
  if (draft.startsOn === '') found.startsOn = 'Please choose a date.';
  if (draft.lastDay === '') found.endsBefore = 'Please choose a date.';
  if (draft.cityId === '') found.cityId = 'Please choose a city.';
  for (const [index, { name, startsAt }] of draft.ceremonies.entries()) {
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
    heldUntil: fields.kind === 'hold' ? fields.heldUntil : null,
    endsBefore: addDays(lastDay, 1),
    ...(reason.trim() && { override: { reason: reason.trim() } }),
  };
}
