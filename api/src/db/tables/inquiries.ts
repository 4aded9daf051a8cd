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
    /** likely spam, or above a limit; staff see it only on request */
    quarantined: boolean;
    /** set by a trigger */
    quarantined_at: Generated<Date | null>;
    /** did not look like spam when it was received; the first plausible inquiry of a network is never refused */
    plausible: Generated<boolean>;
    /** the sender's network: an IPv4 address or the /64 of an IPv6 address */
    network: string;
    /** name, phone, email and message in lower case; set by a trigger */
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
    /** whether the entry restored the status before */
    is_undo: Generated<boolean>;
  };
  idempotency_keys: {
    key: string;
    /** hash of the first body with this key */
    fingerprint: string;
    inquiry_id: string | null;
    created_at: Generated<Date>;
  };
}
