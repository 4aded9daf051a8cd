import type { RenderOutput } from '@godhuli/contracts/host';
import { z } from 'zod';
import { GuestFailure } from './guest-process.js';
import { findProblemInHead, findProblemInMarkup } from './markup-policy.js';

/** The host itself reads both (see markup-policy.ts). */
const MAX_HTML_CHARACTERS = 2_000_000;
const MAX_HEAD_CHARACTERS = 200_000;

const renderOutputSchema = z.object({
  html: z.string().max(MAX_HTML_CHARACTERS),
  head: z.string().max(MAX_HEAD_CHARACTERS),
  data: z.record(z.string(), z.unknown()),
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .max(35)
    .optional(),
  status: z.literal(404).optional(),
  formVersion: z.number().optional(),
});

/**
 * Validates the output of a server build.
 * @throws GuestFailure when it is not a valid page
 */
export function checkRenderOutput(output: unknown): RenderOutput {
  const checked = renderOutputSchema.safeParse(output);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const where = issue?.path.join('.') || 'the output';
    throw new GuestFailure(`render did not return { html, head, data }: ${where}: ${issue?.message}.`);
  }
  try {
    // Data can be nested too deeply to be serialised into the document.
    JSON.stringify(checked.data.data);
  } catch {
    throw new GuestFailure('its data cannot be written as JSON.');
  }
  const problem = findProblemInHead(checked.data.head) ?? findProblemInMarkup(checked.data.html);
  if (problem) throw new GuestFailure(`${problem}.`);
  return checked.data;
}
