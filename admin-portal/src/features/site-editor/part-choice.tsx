import { type Entity, isListEntity, type ListEntity } from '@godhuli/contracts/documents';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { SelectFrame } from '../../ui/field';
import { inputStyles, labelStyles } from '../../ui/field.styles';
import type { PARTS } from './fields';
import type { Place } from './place';

const LISTS: readonly { entity: ListEntity; label: string }[] = [
  { entity: 'package', label: 'Packages' },
  { entity: 'service', label: 'Services' },
  { entity: 'testimonial', label: 'Testimonials' },
];

interface PartChoiceProps {
  place: Place;
  parts: typeof PARTS;
  /** whether packages, services and testimonials can be chosen */
  hasLists: boolean;
  /** the number of fields without a translation in the chosen language, by 'entity.id' */
  missing: Readonly<Record<string, readonly string[]>>;
  onChange(place: Place): void;
}

/** Adds how many fields of a part, or of all items of a list, are missing. */
function missingNote(missing: PartChoiceProps['missing'], start: string): string {
  const count = Object.entries(missing).reduce(
    (sum, [name, fields]) =>
      name === start || (start.endsWith('.') && name.startsWith(start)) ? sum + fields.length : sum,
    0,
  );
  return count === 0 ? '' : ` (${count} missing)`;
}

/** The choice of what is edited. */
export function PartChoice({ place, parts, hasLists, missing, onChange }: PartChoiceProps) {
  const select = useRef<HTMLSelectElement>(null);
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // The list, or the button back to it, is gone and had the focus.
    if (document.activeElement === document.body) select.current?.focus();
  }, [place]);
  const value = isListEntity(place.entity) ? `${place.entity}:` : `${place.entity}:${place.id}`;
  const choose = (text: string) => {
    const [entity = '', id = ''] = text.split(':');
    onChange({ entity: entity as Entity, id });
  };
  return (
    <div>
      <label htmlFor="site-part" css={labelStyles}>
        Part of the website
      </label>
      <SelectFrame>
        <select
          ref={select}
          id="site-part"
          css={inputStyles}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {hasLists && (
            <optgroup label="Lists">
              {LISTS.map(({ entity, label }) => (
                <option key={entity} value={`${entity}:`}>
                  {label + missingNote(missing, `${entity}.`)}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={hasLists ? 'Texts' : 'Settings'}>
            {parts.map(({ entity, id, label }) => (
              <option key={`${entity}:${id}`} value={`${entity}:${id}`}>
                {label + missingNote(missing, `${entity}.${id}`)}
              </option>
            ))}
          </optgroup>
        </select>
      </SelectFrame>
      {isListEntity(place.entity) && place.id !== '' && (
        <Button size="small" css={{ marginTop: '.6rem' }} onClick={() => choose(`${place.entity}:`)}>
          Back to the list
        </Button>
      )}
    </div>
  );
}
