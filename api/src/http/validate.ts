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

/** The problems that the validation of each part of a request can cause. */
const PROBLEMS = { json: [400, 413, 415, 422], query: [422], param: [404] } as const;

interface Validated<T extends Target, S extends z.ZodType> {
  in: { [K in T]: z.input<S> };
  out: { [K in T]: z.output<S> };
}

/**
 * Parses one part of the request with a schema; the handler reads it with `c.req.valid(target)`. The schema is also part of
 * the OpenAPI document (API-8).
 * @param maxBytes of a JSON body, 64 KB unless given
 * @throws BadInput (422) for every invalid field, or NotFound for an invalid `param`: a malformed id is an unknown one
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
  // The documentation of `validator` is copied to our middleware, which validates instead: `validator` reads bodies without
  // a limit.
  const documented = validator(target, schema, undefined, { options: { io: 'input' } });
  return withProblems(Object.assign(middleware, documented), PROBLEMS[target]) as MiddlewareHandler<
    ApiEnv,
    string,
    Validated<T, S>
  >;
}

/**
 * Parses the body of an update. It may contain the whole entity from `GET`, so that it can be sent back (API-1): fields that
 * cannot be changed are passed to `requireUnchanged`.
 * @param entity schema of the entity
 * @param update schema of the fields that can be changed
 * @throws as `validate`
 */
export function validateUpdate<U extends z.ZodObject>(
  entity: z.ZodObject,
  update: U,
  options: { maxBytes?: number } = {},
): MiddlewareHandler<ApiEnv, string, Validated<'json', U>> {
  const readOnly = Object.keys(entity.shape).filter((name) => !(name in update.shape));
  const readOnlyField = z.unknown().optional().meta({ description: 'Cannot be changed; may be sent back as it is' });
  const accepted = z.strictObject({
    ...update.shape,
    ...Object.fromEntries(readOnly.map((name) => [name, readOnlyField])),
  });
  const parse = validate('json', accepted, options);
  const middleware: MiddlewareHandler<ApiEnv, string, Validated<'json', typeof accepted>> = (c, next) =>
    parse(c, async () => {
      const entries = Object.entries(c.req.valid('json') as object);
      c.set('readOnlyFields', Object.fromEntries(entries.filter(([name]) => readOnly.includes(name))));
      c.req.addValidatedData('json', Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name))));
      await next();
    });
  return Object.assign(middleware, parse) as unknown as MiddlewareHandler<ApiEnv, string, Validated<'json', U>>;
}

/** Returns the invalid fields of a zod error, each with its first message; '' is the body as a whole. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const errors = error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    // zod reports all unknown fields of an object in one issue at the object.
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
