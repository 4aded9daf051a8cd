import type { RenderOutput } from '@godhuli/contracts/host';
import { z } from 'zod';
import { GuestFailure } from './guest-process.js';
import { findForbiddenInHead } from './head-policy.js';

const LARGEST_OUTPUT = 2_000_000;
/** Characters. The host itself reads the head (see head-policy.ts). */
const LARGEST_HEAD = 200_000;

const renderOutputSchema = z.object({
  html: z.string().max(LARGEST_OUTPUT),
  head: z.string().max(LARGEST_HEAD),
  data: z.record(z.string(), z.unknown()),
});

/**
 * Checks what a server build rendered.
 * @throws GuestFailure when it is not a page
 */
export function checkRenderOutput(output: unknown): RenderOutput {
  const checked = renderOutputSchema.safeParse(output);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const where = issue?.path.join('.') || 'the answer';
    throw new GuestFailure(`render did not return { html, head, data }: ${where}: ${issue?.message}.`);
  }
  try {
    // Data can be nested so deep that the document could not be written.
    JSON.stringify(checked.data.data);
  } catch {
    throw new GuestFailure('its data cannot be written as JSON.');
  }
  const forbidden = findForbiddenInHead(checked.data.head);
  if (forbidden) throw new GuestFailure(`it puts a ${forbidden} into the head.`);
  return checked.data;
}
