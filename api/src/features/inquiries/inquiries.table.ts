import type { InquiryInput, InquiryStatus } from '@godhuli/contracts/inquiries';
import type { Generated } from 'kysely';

export interface InquiriesTables {
  inquiries: {
    id: Generated<string>;
    name: string;
    phone: string | null;
    email: string | null;
    event_type: InquiryInput['eventType'];
    /** YYYY-MM-DD */
    event_date: string | null;
    message: string;
    status: Generated<InquiryStatus>;
    notes: Generated<string>;
    version: Generated<number>;
    /** looks like spam, or is one too many: kept, but shown to staff only on request */
    quarantined: boolean;
    /** since when; a trigger fills it */
    quarantined_at: Generated<Date | null>;
    /** nothing about it looked automatic when it was received; a network's first such inquiry is never refused */
    plausible: Generated<boolean>;
    /** where it came from: an IPv4 address or the /64 of an IPv6 address */
    network: string;
    /** name, phone, email and message in small letters; a trigger fills it */
    search: Generated<string>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  inquiry_history: {
    id: Generated<string>;
    inquiry_id: string;
    status: InquiryStatus;
    at: Generated<Date>;
    by: string;
    /** the status before was restored */
    is_undo: Generated<boolean>;
  };
  idempotency_keys: {
    key: string;
    /** of the body that first came with the key */
    fingerprint: string;
    inquiry_id: string | null;
    created_at: Generated<Date>;
  };
}
