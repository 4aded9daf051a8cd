import type {
  Inquiry,
  InquiryInput,
  InquiryStage,
  InquiryStatus,
  Language,
  LostReason,
  QuarantineReason,
} from '@godhuli/contracts/inquiries';
import type { Generated } from 'kysely';

export interface InquiriesTables {
  inquiries: {
    id: Generated<string>;
    /** GOD-2611-7K3PXQ; set by the database */
    reference: Generated<string>;
    name: string;
    phone: string | null;
    email: string | null;
    event_type: InquiryInput['eventType'];
    /** YYYY-MM-DD */
    event_date: string | null;
    /** the last day of a range, after `event_date` */
    event_end_date: string | null;
    date_undecided: Generated<boolean>;
    message: string;
    /** of the page with the form */
    language: Generated<Language>;
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
    /** name of the user who deleted it */
    deleted_by: string | null;
    /** a trigger keeps it and `status` in step */
    stage: Generated<InquiryStage>;
    lost_reason: LostReason | null;
    owner_id: string | null;
    /** in rupees */
    value: string | number | null;
    city: string | null;
    /** how the visitor found the studio */
    source: string | null;
    /** the answer in the form */
    heard_from: Inquiry['heardFrom'];
    /** of the URL that the visitor opened */
    utm_source: string | null;
    utm_medium: string | null;
    utm_campaign: string | null;
    /** when the next open task is due */
    next_task_at: Date | null;
    /** when the reply or the next task is due; set by a trigger */
    due_at: Generated<Date | null>;
    /** the order of the list as one number; set by a trigger */
    due_order: Generated<string>;
    /** the name in lower case and NFC; set by a trigger */
    name_key: Generated<string>;
    /** see `inquiry-search.ts`; set by a trigger */
    name_grams: Generated<string[]>;
    quarantine_reason: QuarantineReason | null;
    /** who sent it; null until it is linked, and in quarantine */
    client_id: string | null;
    /** when the visitor sent the form below the notice */
    consent_at: Date | null;
    /** the notice and privacy text at that time, see `privacy_texts` */
    consent_version: string | null;
    /** when the personal data was removed */
    anonymised_at: Date | null;
  };
  inquiry_views: {
    id: Generated<string>;
    user_id: string;
    is_shared: boolean;
    name: string;
    query: string;
    created_at: Generated<Date>;
  };
  inquiry_history: {
    id: Generated<string>;
    inquiry_id: string;
    status: InquiryStatus;
    at: Generated<Date>;
    by: string;
    /** whether the entry restored the stage before */
    is_undo: Generated<boolean>;
    /** null in entries of older programs: the first stage with this status */
    stage: InquiryStage | null;
    lost_reason: LostReason | null;
  };
  idempotency_keys: {
    key: string;
    /** hash of the first body with this key */
    fingerprint: string;
    inquiry_id: string | null;
    created_at: Generated<Date>;
  };
}
