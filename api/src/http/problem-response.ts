import { PASSWORD_REQUIRED } from '@godhuli/contracts/account';
import { DOCUMENT_OUTDATED } from '@godhuli/contracts/document-key';
import { fieldErrorSchema, problemSchema } from '@godhuli/contracts/problem';
import { SECOND_FACTOR_REQUIRED } from '@godhuli/contracts/second-factor';
import { timestampSchema } from '@godhuli/contracts/text';
import { resolver } from 'hono-openapi';
import { z } from 'zod';
import { PROBLEM_TITLES, type ProblemStatus } from './problems.js';

const HEADERS: Partial<Record<ProblemStatus, Record<string, string>>> = {
  401: { 'WWW-Authenticate': 'How to sign in' },
  429: { 'Retry-After': 'Seconds to wait' },
  503: { 'Retry-After': 'Seconds to wait' },
};

const MEMBERS: Partial<Record<ProblemStatus, z.ZodRawShape>> = {
  422: { errors: z.array(fieldErrorSchema).min(1) },
  409: {
    current: z.unknown().optional().meta({ description: 'What is stored, if someone else changed it' }),
    changedBy: z.string().optional(),
    changedAt: timestampSchema.optional(),
  },
  403: {
    code: z
      .enum([PASSWORD_REQUIRED, SECOND_FACTOR_REQUIRED, DOCUMENT_OUTDATED])
      .optional()
      .meta({ description: 'Send the password to /api/admin/auth/confirm, then the same request again' }),
  },
};

/** An OpenAPI response object. */
interface ProblemResponse {
  description: string;
  headers?: Record<string, { description: string; required: true; schema: { type: 'string' } }>;
  content: { 'application/problem+json': { schema: ReturnType<typeof resolver> } };
}

/**
 * Documents a problem (API-6) as an OpenAPI response.
 * @param members further members of the problem; by default those of its status
 */
export function problemResponse(
  status: ProblemStatus,
  members: z.ZodRawShape = MEMBERS[status] ?? {},
): ProblemResponse {
  const title = PROBLEM_TITLES.get(status) ?? '';
  const schema = problemSchema.extend({ title: z.literal(title), status: z.literal(status), ...members });
  const headers = Object.entries(HEADERS[status] ?? {}).map(([name, description]) => [
    name,
    { description, required: true, schema: { type: 'string' as const } },
  ]);
  return {
    description: title,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    content: { 'application/problem+json': { schema: resolver(schema) } },
  };
}

/** The name of a shared problem response: `UnprocessableContent`. */
export const problemName = (status: ProblemStatus) => (PROBLEM_TITLES.get(status) ?? '').replaceAll(' ', '');
