import { LOCALE_NAMES, TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { TranslatedField } from '../ui/translated-fields';
import type { Difference } from './conflict';

/** A field of a form: `translations.mr.title` is the title in Marathi. */
export interface MergedField {
  path: string;
  label: string;
}

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of texts that differ by language. */
export const translatedFields = (texts: readonly TranslatedField<string>[]): MergedField[] =>
  TRANSLATED_LOCALES.flatMap((locale) =>
    texts.map(({ name, label }) => ({
      path: `translations.${locale}.${name}`,
      label: `${label} in ${LOCALE_NAMES[locale]}`,
    })),
  );

type Values = Readonly<Record<string, unknown>>;

export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Values)[name], values);

function withValueAt<Form extends object>(values: Form, path: string, value: unknown): Form {
  const [name = '', ...rest] = path.split('.');
  const inner = (values as Values)[name];
  return { ...values, [name]: rest.length === 0 ? value : withValueAt(inner as object, rest.join('.'), value) };
}

/** Returns a form in which one field has the value that it has in another version. */
export const withFieldOf = <Form extends object>(values: Form, path: string, other: NoInfer<Form>): Form =>
  withValueAt(values, path, valueAt(other, path));

/** What a form has after someone else saved, and the labels of what only they changed. */
export interface Merged<Draft> {
  draft: Draft;
  taken: string[];
}

/** Merges the fields of a form with what someone else saved: a field that only they changed is theirs, any other is mine. */
export function mergeFields<Form extends object>(
  fields: readonly MergedField[],
  base: NoInfer<Form>,
  mine: Form,
  theirs: NoInfer<Form>,
): Merged<Form> {
  const taken = fields.filter(({ path }) => {
    const [was, own, other] = [base, mine, theirs].map((values) => valueAt(values, path));
    return isEqual(own, was) && !isEqual(other, was);
  });
  const draft = taken.reduce((values, { path }) => withFieldOf(values, path, theirs), mine);
  return { draft, taken: taken.map(({ label }) => label) };
}

/**
 * Returns in what two versions of a form differ.
 * @param shown returns the value of a field for people
 */
export const textDifferences = <Form extends object>(
  fields: readonly MergedField[],
  mine: Form,
  theirs: NoInfer<Form>,
  shown: (path: string, values: Form) => string = (path, values) => String(valueAt(values, path)),
): Difference[] =>
  fields
    .filter(({ path }) => !isEqual(valueAt(mine, path), valueAt(theirs, path)))
    .map(({ path, label }) => ({
      ...{ path, label },
      mine: shown(path, mine) || '(empty)',
      theirs: shown(path, theirs) || '(empty)',
    }));

interface ListMerge {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  /** whether an entry that they removed stays, because it has changes of mine */
  isChanged?(id: string): boolean;
}

/** Merges the order and the entries of a list. If both moved entries, the order is mine. */
export function mergeList({ base, mine, theirs, isChanged = () => false }: ListMerge): string[] {
  const isKept = (id: string) =>
    mine.includes(id) ? theirs.includes(id) || !base.includes(id) || isChanged(id) : !base.includes(id);
  const [first, second] = isEqual(mine, base) ? [theirs, mine] : [mine, theirs];
  const merged = first.filter(isKept);
  second.forEach((id, index) => {
    if (!isKept(id) || merged.includes(id)) return;
    const previous = second.slice(0, index).findLast((other) => merged.includes(other));
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id);
  });
  return merged;
}
