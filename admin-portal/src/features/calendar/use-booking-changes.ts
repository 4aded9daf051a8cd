import { ApiError } from '@godhuli/contracts/api-error';
import { addDays, type Booking, type BookingConflict, bookingSchema, daysBetween } from '@godhuli/contracts/calendar';
import { storedOf } from '../../app/conflict';
import { showErrorToast } from '../../app/query-client';
import { useHost } from '../../ui/host-context';
import { deleteBooking, moveBooking, restoreBooking } from './calendar.requests';
import { daysText, moveCeremonies } from './calendar-view';
import { conflictsOf, type Draft, draftOf } from './use-booking-form';

/** The booking in the dialog; null is a new one. */
export interface Editing {
  booking: Booking | null;
  start: Draft;
  conflicts?: BookingConflict[];
}

interface Calendar {
  /** opens the dialog; null closes it */
  onEdit(editing: Editing | null): void;
  refresh(): Promise<unknown>;
  offerUndo(message: string, run: () => Promise<unknown>): void;
}

/** Whether an Undo can no longer work, for example because the response to the first one was lost, or someone has changed the booking since. */
export const isOutOfDate = (error: unknown) =>
  error instanceof ApiError && [404, 409].includes(error.status) && conflictsOf(error).length === 0;

/** Moves and deletes bookings; both can be undone. A move beyond a day's capacity opens the dialog. */
export function useBookingChanges({ onEdit, refresh, offerUndo }: Calendar) {
  const { toast } = useHost();
  const move = async (booking: Booking, startsOn: string) => {
    const distance = daysBetween(booking.startsOn, startsOn);
    const endsBefore = addDays(booking.endsBefore, distance);
    const ceremonies = moveCeremonies(booking.ceremonies, distance);
    try {
      const moved = await moveBooking(booking, { startsOn, endsBefore, ceremonies });
      offerUndo(`${booking.title} moved to ${daysText(startsOn, endsBefore)}.`, () => moveBooking(moved, booking));
    } catch (error) {
      const conflicts = conflictsOf(error);
      const start = draftOf({ ...booking, startsOn, endsBefore, ceremonies });
      if (conflicts.length > 0) onEdit({ booking, start, conflicts });
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
      await deleteBooking(booking);
      if (isOpen()) onEdit(null);
      offerUndo(`${booking.title} deleted.`, () => restoreBooking(booking._id));
    } catch (error) {
      if (isOpen() && storedOf(bookingSchema, error)) throw error;
      showErrorToast(toast, `We could not delete “${booking.title}”`, error);
    } finally {
      await refresh();
    }
  };
  return { move, remove };
}
