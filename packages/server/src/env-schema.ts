import { z } from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);

/** A variable that may be unset; empty counts as unset. */
export const optionalVariable = <S extends z.ZodType>(schema: S) => z.preprocess(emptyIsUnset, schema.optional());

/** A number within bounds. @param expected completes 'must be …' */
export const numberVariable = (least: number, most: number, unset: number, expected: string) =>
  z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, `must be ${expected}`)
      .transform(Number)
      .refine((value) => value >= least && value <= most, `must be ${expected}`)
      .default(unset),
  );

/** A list, separated by commas or spaces. @param parse returns undefined for a part that does not belong there */
export const listVariable = (parse: (part: string) => string | undefined, expected: string) =>
  optionalVariable(
    z.string().transform((text, context) => {
      const parts = text.split(/[\s,]+/).filter(Boolean);
      const parsed = parts.flatMap((part) => parse(part) ?? []);
      if (parsed.length === parts.length && parts.length > 0) return parsed;
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    }),
  );

/** Returns one line for each variable, with its first problem. Values are never in it. */
export function problemLines(error: z.ZodError): string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (!lines.has(name)) lines.set(name, `${name} ${message}.`);
  }
  return [...lines.values()];
}
