import type { Booking, BookingConflict, CalendarSettings } from '@godhuli/contracts/calendar';
import { may } from '@godhuli/contracts/roles';
import { useId, useState } from 'react';
import { useSession } from '../../app/session/session';
import { useUnsavedChanges } from '../../app/session/unsaved-changes';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { DiscardQuestion } from '../../ui/discard-question';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { useHost } from '../../ui/host-context';
import { Link } from '../../ui/link';
import { form, spread } from './booking-dialog.styles';
import { BookingFields } from './booking-fields';
import { CeremoniesField } from './ceremonies-field';
import { type Draft, useBookingForm } from './use-booking-form';

interface BookingDialogProps {
  /** the booking to change, or null to add one */
  booking: Booking | null;
  start: Draft;
  conflicts?: BookingConflict[];
  settings: CalendarSettings;
  onSaved(booking: Booking): void;
  onDelete(booking: Booking): void;
  onClose(): void;
}

/** Adds, changes or moves a booking, hold or block. What is not free is said beside the days. */
export function BookingDialog({ booking, start, conflicts, settings, onSaved, onDelete, onClose }: BookingDialogProps) {
  const id = useId();
  const { basePath } = useHost();
  const { user } = useSession();
  const state = useBookingForm({ booking, start, conflicts, onSaved });
  const [isConfirming, setConfirming] = useState(false);
  useUnsavedChanges(state.isDirty);
  const close = () => (state.isDirty ? setConfirming(true) : onClose());
  const canOverride = user !== null && may(user.role, 'calendar.configure');
  const { draft, errors, failure, isSaving } = state;
  return (
    <Modal
      isWide
      aria-labelledby={id}
      onCloseRequest={close}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) state.save();
      }}
    >
      <ModalHead id={id} title={booking ? 'Edit booking' : 'Add booking'} onClose={close} />
      <form
        id={`${id}-form`}
        css={[modalBody, form]}
        noValidate
        aria-busy={isSaving}
        onSubmit={(event) => {
          event.preventDefault();
          state.save();
        }}
      >
        {failure && (
          <div css={spread}>
            <Banner>{failure}</Banner>
          </div>
        )}
        {draft.inquiryId && (
          <p css={spread}>
            <Link href={`${basePath}/dashboard/inquiries#${draft.inquiryId}`}>Open the inquiry</Link>
          </p>
        )}
        <BookingFields form={state} settings={settings} canOverride={canOverride} />
        {draft.kind !== 'blocked' && <CeremoniesField form={state} />}
        <div css={spread}>
          <Field label="Notes" error={errors.notes}>
            {(control) => (
              <textarea
                {...control}
                css={inputStyles}
                rows={3}
                maxLength={5000}
                value={draft.notes}
                onChange={(event) => state.set({ notes: event.target.value })}
              />
            )}
          </Field>
        </div>
      </form>
      <footer css={modalFoot}>
        {booking && (
          <Button variant="bad" css={{ marginRight: 'auto' }} onClick={() => onDelete(booking)}>
            Delete
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" form={`${id}-form`} variant="primary" isBusy={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </footer>
      {isConfirming && <DiscardQuestion onDiscard={onClose} onKeep={() => setConfirming(false)} />}
    </Modal>
  );
}
