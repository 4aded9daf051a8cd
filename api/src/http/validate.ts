import { fieldMessage } from '@godhuli/contracts/field-message';
import type { FieldError } from '@godhuli/contracts/problem';
import type { Context, MiddlewareHandler } from 'hono';
import { validator } from 'hono-openapi';
import { z } from 'zod';
import type { ApiEnv } from './api-env.js';
import { readJson } from './body.js';
import { withProblems } from './documented-problems.js';
import { BadInput, NotFound } from './errors.js';

type Target = 'json' | 'query' | 'param';

/** What the check of each part of a request can refuse. */
const PROBLEMS = { json: [400, 413, 415, 422], query: [422], param: [404] } as const;

interface Validated<T extends Target, S extends z.ZodType> {
  in: { [K in T]: z.input<S> };
  out: { [K in T]: z.output<S> };
}

/**
 * Parses one part of the request by its schema; the handler reads it with `c.req.valid(target)`. The same
 * schema goes into the OpenAPI document (API-8).
 * @param maxBytes of a JSON body, 64 KB unless given
 * @throws BadInput (422) naming every bad field, or NotFound for a bad `param`: a malformed id is an unknown one
 */
export function validate<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  { maxBytes }: { maxBytes?: number } = {},
): MiddlewareHandler<ApiEnv, string, Validated<T, S>> {
  const middleware: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const parsed = await schema.safeParseAsync(await readTarget(c, target, maxBytes), { error: fieldMessage });
    if (!parsed.success) throw target === 'param' ? new NotFound() : new BadInput(fieldErrors(parsed.error));
    c.req.addValidatedData(target, parsed.data as object);
    await next();
  };
  // `validator` gives a middleware that carries documentation; ours carries it along, and validates by itself because
  // that one reads bodies without limits.
  const documented = validator(target, schema, undefined, { options: { io: 'input' } });
  return withProblems(Object.assign(middleware, documented), PROBLEMS[target]) as MiddlewareHandler<
    ApiEnv,
    string,
    Validated<T, S>
  >;
}

/**
 * Parses the body of a change. It may hold what `GET` gave as well: fields that cannot be changed are set apart for
 * `requireUnchanged`, so that what was read can be sent back (API-1).
 * @param entity what `GET` answers
 * @param update the fields that can be changed
 * @throws as `validate`
 */
export function validateUpdate<U extends z.ZodObject>(
  entity: z.ZodObject,
  update: U,
): MiddlewareHandler<ApiEnv, string, Validated<'json', U>> {
  const readOnly = Object.keys(entity.shape).filter((name) => !(name in update.shape));
  const anything = z.unknown().optional().meta({ description: 'Cannot be changed; may be sent back as it is' });
  const accepted = z.strictObject({
    ...update.shape,
    ...Object.fromEntries(readOnly.map((name) => [name, anything])),
  });
  const parse = validate('json', accepted);
  const middleware: MiddlewareHandler<ApiEnv, string, Validated<'json', typeof accepted>> = (c, next) =>
    parse(c, async () => {
      const entries = Object.entries(c.req.valid('json') as object);
      c.set('readOnlyFields', Object.fromEntries(entries.filter(([name]) => readOnly.includes(name))));
      c.req.addValidatedData('json', Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name))));
      await next();
    });
  return Object.assign(middleware, parse) as unknown as MiddlewareHandler<ApiEnv, string, Validated<'json', U>>;
}

/** The bad fields of a zod error, each once with the first thing that is wrong; '' is the body as a whole. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const errors = error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    // zod reports the surplus fields of an object together, at the object.
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: 'Unknown field.' }));
    }
    return [{ field: path.join('.'), message: issue.message }];
  });
  return errors.filter(({ field }, index) => errors.findIndex((each) => each.field === field) === index);
}

async function readTarget(c: Context<ApiEnv>, target: Target, maxBytes?: number): Promise<unknown> {
  if (target === 'json') return readJson(c.req.raw, maxBytes);
  return target === 'query' ? c.req.query() : c.req.param();
}
