import { type AuditPage, auditPageSchema } from '@godhuli/contracts/audit';
import { call } from '../../app/call';

/** Loads one page of the entries, newest first. @param cursor the `next` of the page before */
export function loadAudit(cursor: string | null, signal?: AbortSignal): Promise<AuditPage> {
  return call(auditPageSchema, `/api/admin/audit${cursor === null ? '' : `?cursor=${cursor}`}`, { signal });
}
