import type { HostApi } from '@godhuli/contracts/host';
import { type FormEvent, useRef, useState } from 'react';
import { PORTFOLIO_CATEGORIES } from '../sample-data';
import { Button } from '../ui/button';
import { Field, SelectFrame } from '../ui/field';

const EMPTY = { title: '', category: '', description: '' };
type Values = typeof EMPTY;
type Errors = Partial<Record<'title' | 'category', string>>;

/** Returns the error message of each missing field (LEG-4). */
function validate({ title, category }: Values): Errors {
  return {
    ...(title.trim() ? {} : { title: 'Please enter a title.' }),
    ...(category ? {} : { category: 'Please choose a category.' }),
  };
}

/** 'Add to portfolio' (LEG-4): title and category are required. A submission shows a toast and saves nothing (LEG-2). */
export function AddForm({ toast }: { toast: HostApi['toast'] }) {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const title = useRef<HTMLInputElement>(null);
  const category = useRef<HTMLSelectElement>(null);

  const change = (name: keyof Values, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    // An error disappears when its field becomes valid; a new one appears only with the next submission.
    if (errors[name as keyof Errors]) setErrors({ ...errors, [name]: validate(next)[name as keyof Errors] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validate(values);
    setErrors(found);
    if (found.title) title.current?.focus();
    else if (found.category) category.current?.focus();
    else {
      toast({
        title: 'Added to Portfolio',
        description: `“${values.title.trim()}” (${values.category}). Sample data: nothing was saved.`,
      });
      setValues(EMPTY);
    }
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field id="legacy-title" label="Title *" error={errors.title}>
        {(control) => (
          <input
            {...control}
            ref={title}
            type="text"
            required
            maxLength={120}
            value={values.title}
            onChange={(event) => change('title', event.target.value)}
          />
        )}
      </Field>
      <Field id="legacy-category" label="Category *" error={errors.category}>
        {(control) => (
          <SelectFrame>
            <select
              {...control}
              ref={category}
              required
              value={values.category}
              onChange={(event) => change('category', event.target.value)}
            >
              <option value="">Choose one</option>
              {PORTFOLIO_CATEGORIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </SelectFrame>
        )}
      </Field>
      <Field id="legacy-description" label="Description">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={values.description}
            onChange={(event) => change('description', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" wide>
        Add to Portfolio
      </Button>
    </form>
  );
}
