import { type Inquiry, type InquiryStatus, inquirySchema } from '@godhuli/contracts/inquiries';
import { z } from 'zod';
import { call } from './call';

/** Where staff get every inquiry as a spreadsheet. */
export const INQUIRIES_CSV = '/api/inquiries.csv';

export function loadInquiries(signal?: AbortSignal): Promise<Inquiry[]> {
  return call(z.array(inquirySchema), '/api/inquiries', { signal });
}

/** What was set aside as likely spam. */
export function loadQuarantined(signal?: AbortSignal): Promise<Inquiry[]> {
  return call(z.array(inquirySchema), '/api/inquiries?quarantined=true', { signal });
}

export function loadInquiry(id: string): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${id}`);
}

/** Changes status or notes, or says 'Not spam'. An inquiry that someone else changed meanwhile is refused with 409. */
export function changeInquiry(
  inquiry: Pick<Inquiry, '_id' | 'version'>,
  change: { status?: InquiryStatus; notes?: string; quarantined?: boolean },
): Promise<Inquiry> {
  return call(inquirySchema, `/api/inquiries/${inquiry._id}`, {
    method: 'PUT',
    json: { version: inquiry.version, ...change },
  });
}

export async function deleteInquiry(id: string): Promise<void> {
  await call(z.unknown(), `/api/inquiries/${id}`, { method: 'DELETE' });
}

/** Takes a deletion back. */
export async function restoreInquiry(id: string): Promise<void> {
  await call(z.unknown(), `/api/inquiries/${id}/restore`, { method: 'POST' });
}
