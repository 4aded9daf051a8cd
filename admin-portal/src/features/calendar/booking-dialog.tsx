import type { Booking, BookingConflict, CalendarSettings } from '@godhuli/contracts/calendar';
import { may } from '@godhuli/contracts/roles';
import { useState } from 'react';
import { ConflictNotice } from '../../app/conflict-notice';
import { FormDialog } from '../../app/form-dialog';
import { useSession } from '../../app/session/session';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { moveFocusOnRemoval } from '../../ui/move-focus-on-removal';
import { TextAreaField } from '../../ui/text-area-field';
import { form, spread } from './booking-dialog.styles';
import { BookingFields } from './booking-fields';
import { CeremoniesField } from './ceremonies-field';
import { type Draft, differencesOf, useBookingForm } from './use-booking-form';

interface BookingDialogProps {
  /** the booking to change, or null to add one */
  booking: Booking | null;
  start: Draft;
  conflicts?: BookingConflict[];
  settings: CalendarSettings;
  onSaved(booking: Booking): void;
  /** fails when someone else has changed the booking since */
  onDelete(booking: Booking): Promise<void>;
  onClose(): void;
}

/** Whether the form shows the message of a field beside it. */
const hasField = (field: string, kind: Draft['kind']) =>
  ['title', 'startsOn', 'endsBefore', 'cityId', 'crewId', 'notes', 'override.reason'].includes(field) ||
  (field === 'heldUntil' && kind === 'hold') ||
  (/^ceremonies\.\d/.test(field) && kind !== 'blocked');

/** Adds, changes or moves a booking, hold or block. What is not free is said beside the days. */
export function BookingDialog({ booking, start, conflicts, settings, onSaved, onDelete, onClose }: BookingDialogProps) {
  const { basePath } = useHost();
  const { user } = useSession();
  const state = useBookingForm({ booking, start, conflicts, onSaved });
  const [isDeleting, setDeleting] = useState(false);
  const remove = async (shown: Booking) => {
    setDeleting(true);
    await onDelete(shown).catch(state.showRefusal);
    setDeleting(false);
  };
  const canOverride = user !== null && may(user.role, 'calendar.configure');
  const { draft, errors, failure, conflict, stored } = state;
  const hidden = Object.entries(errors).filter(([field]) => !hasField(field, draft.kind));
  return (
    <FormDialog
      title={booking ? 'Edit booking' : 'Add booking'}
      isWide
      isDirty={state.isDirty}
      isSaving={state.isSaving}
      saveLabel="Save"
      formStyles={form}
      footStart={
        stored && (
          <Button variant="bad" css={{ marginRight: 'auto' }} isBusy={isDeleting} onClick={() => void remove(stored)}>
            Delete
          </Button>
        )
      }
      onSave={state.save}
      onClose={onClose}
    >
      {failure && (
        <div css={spread}>
          <Banner>{failure}</Banner>
        </div>
      )}
      {hidden.length > 0 && (
        <div css={spread}>
          <Banner>
            {hidden.map(([field, message]) => (
              <span key={field} css={{ display: 'block' }}>
                {message}
              </span>
            ))}
          </Banner>
          {errors.inquiryId && (
            <Button
              ref={moveFocusOnRemoval}
              size="small"
              css={{ marginTop: '.5rem' }}
              isBusy={state.isSaving}
              onClick={state.saveWithoutInquiry}
            >
              Save without the inquiry
            </Button>
          )}
        </div>
      )}
      {conflict && (
        <ConflictNotice
          noun="booking"
          {...conflict}
          differences={differencesOf(draft, conflict.theirs, settings)}
          isSaving={state.isSaving}
          onKeepMine={state.save}
          onTakeTheirs={state.takeTheirs}
          onTakeField={state.takeField}
        />
      )}
      {draft.inquiryId && (
        <p css={spread}>
          <Link href={`${basePath}/dashboard/inquiries#${draft.inquiryId}`}>Open the inquiry</Link>
        </p>
      )}
      <BookingFields form={state} settings={settings} canOverride={canOverride} />
      {draft.kind !== 'blocked' && <CeremoniesField form={state} />}
      <div css={spread}>
        <TextAreaField
          label="Notes"
          error={errors.notes}
          value={draft.notes}
          onChange={(notes) => state.set({ notes })}
        />
      </div>
    </FormDialog>
  );
}
