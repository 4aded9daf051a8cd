import { ApiError } from '@godhuli/contracts/api-error';
import { addDays, type Booking, type BookingConflict, bookingSchema, daysBetween } from '@godhuli/contracts/calendar';
import { storedOf } from '../../app/conflict';
import { isEqual } from '../../app/merge-fields';
import { showErrorToast } from '../../app/query-client';
import { useHost } from '../../ui/host-context';
import { deleteBooking, moveBooking, readBooking, restoreBooking } from './calendar.requests';
import { daysText, moveCeremonies } from './calendar-view';
import { conflictsOf, type Draft, draftOf } from './use-booking-form';

/** The booking in the dialog; null is a new one. */
export interface Editing {
  booking: Booking | null;
  start: Draft;
  conflicts?: BookingConflict[];
}

interface Calendar {
  /** whether a booking is in the dialog */
  isEditing(): boolean;
  /** opens the dialog; null closes it */
  onEdit(editing: Editing | null): void;
  refresh(): Promise<unknown>;
  offerUndo(message: string, run: () => Promise<unknown>): void;
}

/** Whether an Undo can no longer work, for example because someone has changed the booking since. */
export const isOutOfDate = (error: unknown) =>
  error instanceof ApiError && [404, 409].includes(error.status) && conflictsOf(error).length === 0;

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Restores a deleted booking. It may be restored already: by an attempt whose response was lost, or by someone else. */
const restore = (id: string) =>
  restoreBooking(id).catch(async (error: unknown) => {
    if (!isNotFound(error)) throw error;
    return readBooking(id).catch(() => Promise.reject(error));
  });

/** Moves a booking back. It may be there already: by an attempt whose response was lost, or by someone else. */
const moveBack = (moved: Booking, before: Booking) =>
  moveBooking(moved, before).catch((error: unknown) => {
    const current = storedOf(bookingSchema, error);
    const placeOf = ({ startsOn, endsBefore, ceremonies }: Booking) => ({ startsOn, endsBefore, ceremonies });
    if (current === null || !isEqual(placeOf(current), placeOf(before))) throw error;
    return current;
  });

/** Moves and deletes bookings; both can be undone. A move beyond a day's capacity opens the dialog, unless it is open already. */
export function useBookingChanges({ isEditing, onEdit, refresh, offerUndo }: Calendar) {
  const { toast } = useHost();
  const move = async (booking: Booking, startsOn: string) => {
    const distance = daysBetween(booking.startsOn, startsOn);
    const endsBefore = addDays(booking.endsBefore, distance);
    const ceremonies = moveCeremonies(booking.ceremonies, distance);
    try {
      const moved = await moveBooking(booking, { startsOn, endsBefore, ceremonies });
      offerUndo(`${booking.title} moved to ${daysText(startsOn, endsBefore)}.`, () => moveBack(moved, booking));
    } catch (error) {
      const conflicts = conflictsOf(error);
      const start = draftOf({ ...booking, startsOn, endsBefore, ceremonies });
      if (conflicts.length > 0 && !isEditing()) onEdit({ booking, start, conflicts });
      else showErrorToast(toast, 'We could not move the booking', error);
    }
    await refresh();
  };
  /**
   * @param isOpen whether the dialog that asked is still open
   * @throws ApiError with the stored booking when someone else has changed it and that dialog can show it
   */
  const remove = async (booking: Booking, isOpen: () => boolean) => {
    try {
      // It may be deleted already: by an attempt whose response was lost, or by someone else.
      await deleteBooking(booking).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      if (isOpen()) onEdit(null);
      offerUndo(`${booking.title} deleted.`, () => restore(booking._id));
    } catch (error) {
      if (isOpen() && storedOf(bookingSchema, error)) throw error;
      showErrorToast(toast, `We could not delete “${booking.title}”`, error);
    } finally {
      await refresh();
    }
  };
  return { move, remove };
}
