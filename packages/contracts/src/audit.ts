import { z } from 'zod';
import { pageQuerySchema } from './pages.js';
import { idSchema, text, timestampSchema } from './text.js';

/** One recorded change. `before` and `after` are null where the entity did not exist. */
export const auditEntrySchema = z.object({
  _id: idSchema,
  at: timestampSchema,
  /** the actor's name at that time; it does not change when the user is renamed */
  by: z.string(),
  /** an IPv4 address or the /64 of an IPv6 address; null for the installation itself */
  network: z.string().nullable(),
  /** noun and verb: `services.create` */
  action: z.string(),
  entityId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /api/admin/audit`: newest first. `cursor` is the `next` of the page before. */
export const auditQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  action: z
    .string()
    .regex(/^[a-z.-]{1,60}$/, 'Use only lowercase letters, dots and dashes.')
    .optional(),
  entityId: text(200).optional(),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: idSchema.nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;
