import { DUE_FILTERS, INQUIRY_ORDERS, INQUIRY_STAGES } from '@godhuli/contracts/inquiries';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { filters } from './inbox-filters.styles';
import { countFilters, NO_FILTER } from './inbox-url';
import type { InquiryFilter } from './inquiries.requests';
import { DUE_LABELS, ORDER_LABELS } from './pipeline-labels';
import { SavedViews } from './saved-views';
import { useOwners } from './use-owners';
import { useSources } from './use-sources';

interface InboxFiltersProps {
  filter: InquiryFilter;
  onFilter(filter: InquiryFilter): void;
}

/** Order, stage, owner, due time, source and date range of the list, and the saved views. */
export function InboxFilters({ filter, onFilter }: InboxFiltersProps) {
  const owners = useOwners();
  const sources = useSources();
  const count = countFilters(filter);
  const set = (change: Partial<InquiryFilter>) => onFilter({ ...filter, ...change });
  return (
    <details css={filters}>
      <summary>
        <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} />
        Sort, filter and views{count > 0 && ` (${count})`}
      </summary>
      <div>
        <Choice label="Sort by" value={filter.order} onChange={(order) => set({ order })}>
          {INQUIRY_ORDERS.map((order) => (
            <option key={order} value={order}>
              {ORDER_LABELS[order]}
            </option>
          ))}
        </Choice>
        <Choice label="Stage" value={filter.stage} onChange={(stage) => set({ stage })}>
          <option value="All">All stages</option>
          {INQUIRY_STAGES.map((stage) => (
            <option key={stage}>{stage}</option>
          ))}
        </Choice>
        <Choice label="Owner" value={filter.owner} onChange={(owner) => set({ owner })}>
          <option value="">Everyone</option>
          <option value="none">Nobody</option>
          {owners.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Due" value={filter.due} onChange={(due) => set({ due })}>
          <option value="">Any time</option>
          {DUE_FILTERS.map((due) => (
            <option key={due} value={due}>
              {DUE_LABELS[due]}
            </option>
          ))}
        </Choice>
        <Choice label="Source" value={filter.source} onChange={(source) => set({ source })}>
          <option value="">All sources</option>
          {[...new Set([...sources, ...(filter.source ? [filter.source] : [])])].map((source) => (
            <option key={source} value={source}>
              {source}
            </option>
          ))}
        </Choice>
        <DayField label="Event from" value={filter.from} onChange={(from) => set({ from })} />
        <DayField label="Event until" value={filter.to} onChange={(to) => set({ to })} />
        <SavedViews filter={filter} onFilter={onFilter} />
        {count > 0 && (
          <Button size="small" onClick={() => onFilter({ ...NO_FILTER, isSpam: filter.isSpam, order: filter.order })}>
            Clear all filters
          </Button>
        )}
      </div>
    </details>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange(value: Value): void;
  children: ReactNode;
}

function Choice<Value extends string>({ label, value, onChange, children }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <SelectFrame>
          <select
            css={inputStyles}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {children}
          </select>
        </SelectFrame>
      )}
    </Field>
  );
}

function DayField({ label, value, onChange }: Omit<ChoiceProps<string>, 'children'>) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          css={inputStyles}
          type="date"
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
