import type { Body } from '@godhuli/contracts/documents';
import type { SiteDocument } from '@godhuli/contracts/publishing';
import { muted } from '../../ui/text.styles';
import { type FieldOf, fieldsOf } from './fields';
import { comparison } from './site-editor.styles';

interface DifferenceProps {
  document: Pick<SiteDocument, 'entity' | 'id'>;
  before: Body | null;
  after: Body;
}

/** The fields that differ, by their labels, before and after. */
export function Difference({ document: { entity, id }, before, after }: DifferenceProps) {
  const fields = new Map(fieldsOf(entity, id).map((field) => [field.name, field]));
  const changed = Object.keys(after).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return <p css={muted}>No differences.</p>;
  return (
    <dl css={comparison}>
      {changed.map((name) => {
        const field = fields.get(name);
        return (
          <div key={name}>
            <dt>{field?.label ?? OTHERS[name] ?? name}</dt>
            <dd>
              <del>{wordsOf(before?.[name], field, 'The former') || '–'}</del>
            </dd>
            <dd>
              <ins>{wordsOf(after[name], field, 'The new') || '–'}</ins>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Values that have no field in the form. */
const OTHERS: Readonly<Record<string, string>> = { archived: 'Archived', ids: 'Order' };

/** A value in words: lists line by line. @param which 'The new', for what has no words of its own */
function wordsOf(value: unknown, field: FieldOf | undefined, which: string): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.kind === 'photo' || field?.kind === 'text photo') return `${which} photo`;
  if (field?.kind === 'choice')
    return field.options.find((each) => each.value === String(value))?.label ?? String(value);
  if (!Array.isArray(value)) return String(value);
  if (!field) return `${which} order`;
  return value.map((line) => (typeof line === 'string' ? line : Object.values(line as object).join(' · '))).join('\n');
}
