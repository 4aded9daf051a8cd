import { type Booking, todayInIndia } from '@godhuli/contracts/calendar';
import { may } from '@godhuli/contracts/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useRef, useState } from 'react';
import { PageHead } from '../../app/layout/page-head';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { showErrorToast } from '../../app/query-client';
import { QueryResult } from '../../app/query-result';
import { useSession } from '../../app/session/session';
import { Button } from '../../ui/button';
import { useHost } from '../../ui/host-context';
import { Skeleton } from '../../ui/skeleton';
import { UndoBar } from '../../ui/undo-bar';
import { AgendaList } from './agenda-list';
import { BookingDialog } from './booking-dialog';
import { bookingsQuery, CALENDAR, daysQuery, settingsQuery } from './calendar.requests';
import { actions, legend } from './calendar-page.styles';
import { CalendarTools } from './calendar-tools';
import { rangeOf, useCalendarView } from './calendar-view';
import { FeedsDialog } from './feeds-dialog';
import { ImportDialog } from './import-dialog';
import { MonthTable } from './month-table';
import { MuhuratsDialog } from './muhurats-dialog';
import { SettingsDialog } from './settings-dialog';
import { type Editing, isOutOfDate, useBookingChanges } from './use-booking-changes';
import { draftOf, emptyDraft } from './use-booking-form';
import { useInquiryDraft } from './use-inquiry-draft';
import { YearGrid } from './year-grid';

type Tool = 'feeds' | 'import' | 'muhurats' | 'settings';

/** `/admin/dashboard/calendar`: month, agenda and year of the studio's bookings. Phones begin with the agenda. */
export default function CalendarPage() {
  const { toast } = useHost();
  const { user } = useSession();
  const client = useQueryClient();
  const isNarrow = useIsNarrow();
  const [current, change] = useCalendarView(isNarrow ? 'agenda' : 'month');
  const { view, month, city, crew } = current;
  const range = { ...rangeOf(view, month), city, crew };
  const settings = useQuery(settingsQuery);
  const days = useQuery(daysQuery(range));
  const bookings = useQuery({ ...bookingsQuery(range), enabled: view !== 'year' });
  const [editing, setEditing] = useState<Editing | null>(null);
  const latest = useRef(editing);
  latest.current = editing;
  const [tool, setTool] = useState<Tool | null>(null);
  const turnedTo = useRef<string | null>(null);
  const [undo, setUndo] = useState<{ message: string; run(): Promise<unknown> } | null>(null);
  const cityId = city ?? settings.data?.cities.find(({ isArchived }) => !isArchived)?._id ?? '';
  useInquiryDraft(current.inquiry, { cities: settings.data?.cities, cityId }, (start) => {
    setEditing({ booking: null, start });
    change({ inquiry: null, month: start.startsOn.slice(0, 7) || month });
  });
  const refresh = () => client.invalidateQueries({ queryKey: [CALENDAR] });
  const add = (day: string) => setEditing({ booking: null, start: emptyDraft(day, cityId) });
  const edit = (booking: Booking) => setEditing({ booking, start: draftOf(booking) });
  const offerUndo = (message: string, run: () => Promise<unknown>) => setUndo({ message, run });

  const isEditing = () => latest.current !== null;
  const { move, remove } = useBookingChanges({ isEditing, onEdit: setEditing, refresh, offerUndo });

  const today = days.data?.today ?? todayInIndia();
  const read =
    days.data && (bookings.data ?? view === 'year')
      ? { days: days.data.days, bookings: bookings.data ?? [] }
      : undefined;
  const shown = {
    data: read,
    isFetching: days.isFetching || bookings.isFetching,
    refetch: () => Promise.all([days.refetch(), bookings.refetch()]),
  };
  return (
    <>
      <PageHead title="Calendar" note="Bookings, holds and blocked days. All days are those of India.">
        <div css={actions}>
          <Button onClick={() => setTool('feeds')}>Subscribe</Button>
          <Button onClick={() => setTool('import')}>Import</Button>
          <Button onClick={() => setTool('muhurats')}>Muhurat dates</Button>
          {user && may(user.role, 'calendar.configure') && (
            <Button onClick={() => setTool('settings')}>Cities and crews</Button>
          )}
          <Button
            variant="primary"
            disabled={!settings.data}
            onClick={() => add(today.startsWith(month) ? today : `${month}-01`)}
          >
            <CalendarPlus aria-hidden="true" strokeWidth={1.75} /> Add booking
          </Button>
        </div>
      </PageHead>
      <QueryResult
        query={settings}
        skeleton={<Skeleton style={{ height: '24rem' }} />}
        failure="We could not load the calendar. Check your connection and try again."
      >
        {(loaded) => (
          <>
            <CalendarTools current={current} settings={loaded} onChange={change} />
            {undo && (
              <UndoBar
                key={undo.message}
                message={undo.message}
                onDismiss={() => setUndo(null)}
                onUndo={async () => {
                  const withdraw = () => setUndo((offered) => (offered === undo ? null : offered));
                  try {
                    await undo.run();
                    withdraw();
                  } catch (error) {
                    showErrorToast(toast, 'We could not undo it', error);
                    if (isOutOfDate(error)) withdraw();
                  }
                  await refresh();
                }}
              />
            )}
            <QueryResult
              query={shown}
              skeleton={<Skeleton style={{ height: '36rem' }} />}
              failure="We could not load the bookings. Check your connection and try again."
            >
              {(data) => (
                <>
                  {view === 'month' && (
                    <MonthTable
                      {...{ month, today, ...data }}
                      onDay={add}
                      onBooking={edit}
                      onMove={(booking, startsOn) => void move(booking, startsOn)}
                      onAgenda={() => change({ view: 'agenda' })}
                      onMonth={(next) => change({ month: next })}
                      turnedTo={turnedTo}
                    />
                  )}
                  {view === 'agenda' && (
                    <AgendaList {...{ month, today, ...data }} settings={loaded} onDay={add} onBooking={edit} />
                  )}
                  {view === 'year' && (
                    <YearGrid
                      year={month.slice(0, 4)}
                      days={data.days}
                      today={today}
                      onMonth={(next) => change({ month: next, view: isNarrow ? 'agenda' : 'month' })}
                    />
                  )}
                </>
              )}
            </QueryResult>
            <p css={legend}>
              <span>2/3: two of three booked</span>
              <span>Filled number: inquiries for that day</span>
              <span>Star or dot: muhurat</span>
            </p>
            {editing && (
              <BookingDialog
                key={editing.booking?._id ?? 'new'}
                {...editing}
                settings={loaded}
                onSaved={({ startsOn, endsBefore }) => {
                  setEditing(null);
                  const shown = rangeOf(view === 'year' ? view : 'agenda', month);
                  if (endsBefore <= shown.from || shown.to <= startsOn) change({ month: startsOn.slice(0, 7) });
                }}
                onDelete={(booking) => remove(booking, () => latest.current === editing)}
                onClose={() => {
                  setEditing(null);
                  void refresh();
                }}
              />
            )}
            {tool === 'feeds' && <FeedsDialog onClose={() => setTool(null)} />}
            {tool === 'import' && <ImportDialog cities={loaded.cities} onClose={() => setTool(null)} />}
            {tool === 'muhurats' && <MuhuratsDialog year={Number(month.slice(0, 4))} onClose={() => setTool(null)} />}
            {tool === 'settings' && <SettingsDialog settings={loaded} onClose={() => setTool(null)} />}
          </>
        )}
      </QueryResult>
    </>
  );
}
