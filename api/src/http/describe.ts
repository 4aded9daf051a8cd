import { describeRoute, resolver } from 'hono-openapi';
import type { z } from 'zod';

/**
 * The documentation of a route: its group, one sentence, and the schema of its answer (API-8).
 * @param status the status of success, 200 unless given; 204 has no body
 */
export function describe(tag: string, summary: string, answer?: z.ZodType, status = answer ? 200 : 204) {
  const content = answer ? { content: { 'application/json': { schema: resolver(answer) } } } : {};
  return describeRoute({
    tags: [tag],
    summary,
    responses: {
      [status]: { description: answer ? 'Success' : 'Done', ...content },
      default: { $ref: '#/components/responses/Problem' },
    },
  });
}
