import { DUE_FILTERS, INQUIRY_ORDERS, INQUIRY_STAGES } from '@godhuli/contracts/inquiries';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIsNarrow } from '../../app/layout/use-is-narrow';
import { Button } from '../../ui/button';
import { Modal, ModalHead } from '../../ui/dialog';
import { modalBody, modalFoot } from '../../ui/dialog.styles';
import { Field, SelectFrame } from '../../ui/field';
import { inputStyles } from '../../ui/field.styles';
import { fields, filters, sheetButton } from './inbox-filters.styles';
import { countFilters, dayOf, NO_FILTER } from './inbox-url';
import type { InquiryFilter } from './inquiries.requests';
import { DUE_LABELS, ORDER_LABELS } from './pipeline-labels';
import { SavedViews } from './saved-views';
import { useOwners } from './use-owners';
import { useSources } from './use-sources';

interface InboxFiltersProps {
  filter: InquiryFilter;
  onFilter(filter: InquiryFilter): void;
}

/** Order, stage, owner, due time, source and date range of the list, and the saved views; on a phone in a sheet. */
export function InboxFilters({ filter, onFilter }: InboxFiltersProps) {
  const isNarrow = useIsNarrow();
  const count = countFilters(filter);
  const shownCount = count > 0 && ` (${count})`;
  const clear = count > 0 ? () => onFilter({ ...NO_FILTER, isSpam: filter.isSpam, order: filter.order }) : null;
  if (isNarrow) return <FilterSheet label={<>Filters{shownCount}</>} {...{ filter, onFilter, clear }} />;
  return (
    <details css={filters}>
      <summary>
        <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} />
        Sort, filter and views{shownCount}
      </summary>
      <div css={fields}>
        <FilterFields filter={filter} onFilter={onFilter} />
        {clear && (
          <Button size="small" onClick={clear}>
            Clear all filters
          </Button>
        )}
      </div>
    </details>
  );
}

interface FilterSheetProps extends InboxFiltersProps {
  label: ReactNode;
  /** null while no filter is set */
  clear: (() => void) | null;
}

/** A button that opens the filters. They apply at once; the sheet closes to show the list. */
function FilterSheet({ label, filter, onFilter, clear }: FilterSheetProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" css={sheetButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" strokeWidth={1.75} />
        {label}
      </Button>
      {isOpen && (
        <Modal aria-labelledby={id} onCloseRequest={close}>
          <ModalHead id={id} title="Sort, filter and views" onClose={close} />
          <div css={[modalBody, fields]}>
            <FilterFields
              filter={filter}
              onFilter={onFilter}
              onView={(view) => {
                onFilter(view);
                close();
              }}
            />
          </div>
          <footer css={modalFoot}>
            {clear && (
              <Button
                onClick={() => {
                  clear();
                  close();
                }}
              >
                Clear all filters
              </Button>
            )}
            <Button variant="primary" onClick={close}>
              Show inquiries
            </Button>
          </footer>
        </Modal>
      )}
    </>
  );
}

interface FilterFieldsProps extends InboxFiltersProps {
  /** Applies a saved view. */
  onView?(filter: InquiryFilter): void;
}

function FilterFields({ filter, onFilter, onView = onFilter }: FilterFieldsProps) {
  const owners = useOwners();
  const sources = useSources();
  const set = (change: Partial<InquiryFilter>) => onFilter({ ...filter, ...change });
  return (
    <>
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
      <SavedViews filter={filter} onFilter={onView} />
    </>
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

/** A day may be typed in parts: it is applied when it is empty or complete, and an incomplete one is dropped on leaving. */
function DayField({ label, value, onChange }: Omit<ChoiceProps<string>, 'children'>) {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  // Back, a saved view and 'Clear all filters' change the filter from outside.
  useEffect(() => {
    if (value !== applied.current) setTyped(value);
    applied.current = value;
  }, [value]);
  return (
    <Field label={label}>
      {(control) => (
        <input
          css={inputStyles}
          type="date"
          {...control}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            if (dayOf(target.value) !== target.value) return;
            applied.current = target.value;
            onChange(target.value);
          }}
          onBlur={() => setTyped(applied.current)}
        />
      )}
    </Field>
  );
}
