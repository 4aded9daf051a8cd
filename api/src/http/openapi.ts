import { describeRoute, resolver } from 'hono-openapi';
import type { z } from 'zod';
import { withProblems } from './documented-problems.js';
import type { ProblemStatus } from './problems.js';

/** A response body that is not JSON. */
interface FileBody {
  types: readonly string[];
}

/** Further documentation of a response. */
interface Details {
  /** response headers; required ones are in every successful response */
  headers?: Readonly<Record<string, { description: string; required?: boolean }>>;
  /** whether the response has an ETag and supports `If-None-Match` with 304 */
  isConditional?: boolean;
  /** problems in addition to those of the access rule and `validate` */
  problems?: readonly ProblemStatus[];
}

const ETAG = { ETag: { description: 'For If-None-Match', required: true } };

/** Returns a response body of one of these content types. */
export const fileOf = (...types: string[]): FileBody => ({ types });

/**
 * Documents a route in the OpenAPI document: its tag, a summary and the schema of its response (API-8).
 * @param status status or statuses of success; by default 200, or 204 without a body
 */
export function openapi(
  tag: string,
  summary: string,
  body?: z.ZodType | FileBody,
  status: number | readonly number[] = body ? 200 : 204,
  { headers = {}, isConditional = false, problems = [] }: Details = {},
) {
  const all = Object.entries({ ...headers, ...(isConditional ? ETAG : {}) });
  const documentedHeaders = Object.fromEntries(all.map(([name, header]) => [name, { ...header, schema: TEXT }]));
  const success = {
    description: body ? 'Success' : 'Done',
    ...(all.length > 0 && { headers: documentedHeaders }),
    ...(body && { content: contentOf(body) }),
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

function contentOf(body: z.ZodType | FileBody) {
  const output = { options: { io: 'output' } };
  if (!('types' in body)) return { 'application/json': { schema: resolver(body, output) } };
  // OpenAPI 3.1: binary data needs no schema.
  return Object.fromEntries(body.types.map((type) => [type, type.startsWith('text/') ? { schema: TEXT } : {}]));
}
