import { MAX_CEREMONIES } from '@godhuli/contracts/calendar';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, IconButton } from '../../ui/button';
import { Field } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { ceremony, spread } from './booking-dialog.styles';
import type { BookingForm, Draft } from './use-booking-form';

type Ceremony = Draft['ceremonies'][number];

/** The ceremonies of a booking: name, day, time and place. */
export function CeremoniesField({ form: { draft, errors, set } }: { form: BookingForm }) {
  const { ceremonies } = draft;
  const change = (index: number, part: Partial<Ceremony>) =>
    set({ ceremonies: ceremonies.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const field = (
    index: number,
    label: string,
    name: 'name' | 'day' | 'startsAt' | 'endsAt' | 'place',
    type: 'text' | 'date' | 'time',
  ) => (
    <Field label={label} error={errors[`ceremonies.${index}.${name}`]}>
      {(control) => (
        <input
          {...control}
          css={inputStyles}
          type={type}
          maxLength={type === 'text' ? 120 : undefined}
          min={name === 'day' ? draft.startsOn : undefined}
          max={name === 'day' ? draft.lastDay : undefined}
          value={ceremonies[index]?.[name] ?? ''}
          onChange={(event) => change(index, { [name]: event.target.value || (name === 'endsAt' ? null : '') })}
        />
      )}
    </Field>
  );
  return (
    <fieldset css={[spread, { border: 0, padding: 0 }]}>
      <legend css={{ fontSize: '.875rem', fontWeight: 500, padding: 0 }}>Ceremonies</legend>
      {ceremonies.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new ceremonies have no id, and they keep their order
        <fieldset key={index} aria-label={`Ceremony ${index + 1}`} css={ceremony}>
          {field(index, 'Name', 'name', 'text')}
          {field(index, 'Day', 'day', 'date')}
          {field(index, 'From', 'startsAt', 'time')}
          {field(index, 'To', 'endsAt', 'time')}
          {field(index, 'Place', 'place', 'text')}
          <IconButton
            isBad
            aria-label={`Remove ceremony ${each.name || index + 1}`}
            onClick={() => set({ ceremonies: ceremonies.filter((_, at) => at !== index) })}
          >
            <Trash2 aria-hidden="true" strokeWidth={1.75} />
          </IconButton>
        </fieldset>
      ))}
      <Button
        size="small"
        css={{ marginTop: '.5rem' }}
        disabled={ceremonies.length >= MAX_CEREMONIES}
        onClick={() =>
          set({
            ceremonies: [...ceremonies, { name: '', day: draft.startsOn, startsAt: '10:00', endsAt: null, place: '' }],
          })
        }
      >
        <Plus aria-hidden="true" strokeWidth={1.75} /> Add ceremony
      </Button>
    </fieldset>
  );
}
