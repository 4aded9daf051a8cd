import { type AuditPage, auditPageSchema } from '@godhuli/contracts/audit';
import { call } from './call';

/** One page of what was changed, newest first. @param before the `next` of the page that came before */
export function loadAudit(before: string | null, signal?: AbortSignal): Promise<AuditPage> {
  return call(auditPageSchema, `/api/admin/audit${before === null ? '' : `?before=${before}`}`, { signal });
}
