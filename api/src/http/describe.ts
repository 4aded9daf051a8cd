import { describeRoute, resolver } from 'hono-openapi';
import type { z } from 'zod';
import { withProblems } from './documented-problems.js';
import type { ProblemStatus } from './problems.js';

/** A body that is not JSON. */
interface FileAnswer {
  types: readonly string[];
}

/** What a route answers beside its body. */
interface Details {
  /** response headers; required ones are in every response with a body */
  headers?: Readonly<Record<string, { description: string; required?: boolean }>>;
  /** whether the response has an ETag and `If-None-Match` is answered with 304 */
  isConditional?: boolean;
  /** problems that neither the access rule nor `validate` declares */
  problems?: readonly ProblemStatus[];
}

const ETAG = { ETag: { description: 'For If-None-Match', required: true } };

/** Describes a body of one of these content types. */
export const fileOf = (...types: string[]): FileAnswer => ({ types });

/**
 * The documentation of a route: its group, one sentence, and the schema of its answer (API-8).
 * @param status the status or statuses of success, 200 unless given; 204 has no body
 */
export function describe(
  tag: string,
  summary: string,
  answer?: z.ZodType | FileAnswer,
  status: number | readonly number[] = answer ? 200 : 204,
  { headers = {}, isConditional = false, problems = [] }: Details = {},
) {
  const all = Object.entries({ ...headers, ...(isConditional ? ETAG : {}) });
  const documentedHeaders = Object.fromEntries(all.map(([name, header]) => [name, { ...header, schema: TEXT }]));
  const success = {
    description: answer ? 'Success' : 'Done',
    ...(all.length > 0 && { headers: documentedHeaders }),
    ...(answer && { content: contentOf(answer) }),
  };
  const statuses = [status].flat();
  return withProblems(
    describeRoute({
      tags: [tag],
      summary,
      responses: {
        ...Object.fromEntries(statuses.map((each) => [each, success])),
        ...(isConditional && { 304: { description: 'Not modified', headers: documentedHeaders } }),
      },
    }),
    problems,
  );
}

const TEXT = { type: 'string' } as const;

function contentOf(answer: z.ZodType | FileAnswer) {
  const output = { options: { io: 'output' } };
  if (!('types' in answer)) return { 'application/json': { schema: resolver(answer, output) } };
  // OpenAPI 3.1: binary data needs no schema.
  return Object.fromEntries(answer.types.map((type) => [type, type.startsWith('text/') ? { schema: TEXT } : {}]));
}
