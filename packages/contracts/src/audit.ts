import { z } from 'zod';
import { idSchema, momentSchema } from './text.js';

/** One change that somebody made. `before` and `after` are null where the thing did not exist. */
export const auditEntrySchema = z.object({
  _id: idSchema,
  at: momentSchema,
  /** who; a name that stays when the user is renamed */
  by: z.string(),
  /** from where: an IPv4 address or the /64 of an IPv6 address; null for the installation itself */
  network: z.string().nullable(),
  /** noun and verb: `services.create` */
  action: z.string(),
  entityId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** `GET /api/admin/audit`: newest first. `before` is the `_id` of the last entry of the page before. */
export const auditQuerySchema = z.strictObject({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  action: z
    .string()
    .regex(/^[a-z.-]{1,60}$/, 'Use only lowercase letters, dots and dashes.')
    .optional(),
  entityId: z.string().max(200).optional(),
});
export type AuditQuery = z.output<typeof auditQuerySchema>;
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), next: idSchema.nullable() });
export type AuditPage = z.infer<typeof auditPageSchema>;
