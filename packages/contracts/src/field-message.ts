import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const REQUIRED = 'This field is required.';
const TYPES: Readonly<Record<string, string>> = {
  string: 'Please enter text.',
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be a JSON object.',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Please enter a valid email address.',
  url: 'Please enter a web address that begins with https://.',
  datetime: 'Please enter a date and time like 2026-01-31T18:30:00Z.',
};

/**
 * Returns the message for an invalid value whose schema has no message of its own. Pass it to every parse whose messages are
 * shown to people: `schema.safeParse(value, { error: fieldMessage })`.
 */
export function fieldMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : (TYPES[issue.expected] ?? 'This value has the wrong type.');
    case 'invalid_value':
      if (issue.input === undefined) return REQUIRED;
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Please choose one of: ${issue.values.join(', ')}.`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This value has the wrong format.';
    case 'unrecognized_keys':
      return 'Unknown field.';
    default:
      return issue.input === undefined ? REQUIRED : 'This value is not valid.';
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string') return minimum <= 1 ? REQUIRED : `Please use at least ${minimum} characters.`;
  if (origin === 'array')
    return minimum <= 1 ? 'Please add at least one item.' : `Please add at least ${minimum} items.`;
  return inclusive ? `Must be ${minimum} or more.` : `Must be more than ${minimum}.`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `Please use at most ${maximum} characters.`;
  if (origin === 'array') return `Please add at most ${maximum} items.`;
  return inclusive ? `Must be ${maximum} or less.` : `Must be less than ${maximum}.`;
}
