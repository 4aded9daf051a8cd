import type { CalendarSettings } from '@godhuli/contracts/calendar';
import { todayInIndia } from '@godhuli/contracts/calendar';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Button, IconButton } from '../../ui/button';
import { SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { group } from '../../ui/segments.styles';
import { tools } from './calendar-page.styles';
import { addMonths, type CalendarView, monthName, VIEWS } from './calendar-view';

interface CalendarToolsProps {
  current: CalendarView;
  settings: CalendarSettings;
  onChange(change: Partial<CalendarView>): void;
}

const LABELS = { month: 'Month', agenda: 'Agenda', year: 'Year' } as const;

/** Which days and bookings the calendar shows. */
export function CalendarTools({ current, settings, onChange }: CalendarToolsProps) {
  const { view, month, city, crew } = current;
  const step = view === 'year' ? 12 : 1;
  const unit = view === 'year' ? 'year' : 'month';
  return (
    <div css={tools}>
      <IconButton aria-label={`Previous ${unit}`} onClick={() => onChange({ month: addMonths(month, -step) })}>
        <ChevronLeft aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
      <h2 aria-live="polite">{view === 'year' ? month.slice(0, 4) : monthName(month)}</h2>
      <IconButton aria-label={`Next ${unit}`} onClick={() => onChange({ month: addMonths(month, step) })}>
        <ChevronRight aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
      <Button size="small" onClick={() => onChange({ month: todayInIndia().slice(0, 7) })}>
        Today
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: as the other segments of the portal */}
      <div role="group" aria-label="View" css={group}>
        {VIEWS.map((each) => (
          <button key={each} type="button" aria-pressed={each === view} onClick={() => onChange({ view: each })}>
            {LABELS[each]}
          </button>
        ))}
      </div>
      <Choice
        label="City"
        all="All cities"
        value={city}
        options={settings.cities}
        onChange={(id) => onChange({ city: id })}
      />
      {settings.crews.length > 0 && (
        <Choice
          label="Crew"
          all="All crews"
          value={crew}
          options={settings.crews}
          onChange={(id) => onChange({ crew: id })}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | null;
  options: readonly { _id: string; name: string; isArchived: boolean }[];
  onChange(id: string | null): void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <SelectFrame>
      <select
        aria-label={label}
        css={inputStyles}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">{all}</option>
        {options.map(({ _id, name, isArchived }) => (
          <option key={_id} value={_id}>
            {name}
            {isArchived ? ' (archived)' : ''}
          </option>
        ))}
      </select>
    </SelectFrame>
  );
}
