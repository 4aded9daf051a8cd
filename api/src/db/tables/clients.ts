import type { ClientContact, EntryKind } from '@godhuli/contracts/clients';
import type { Language } from '@godhuli/contracts/inquiries';
import type { ReplyTemplate } from '@godhuli/contracts/reply-templates';
import type { ColumnType, Generated } from 'kysely';

export interface ClientsTables {
  clients: {
    id: Generated<string>;
    name: string;
    /** of the messages to the client */
    language: Generated<Language>;
    /** the client that stands for it after merges; its own id otherwise, set by a trigger */
    root_id: Generated<string>;
    /** the client that it was merged into, which may be merged further */
    merged_into: string | null;
    merged_at: Date | null;
    merged_by: string | null;
    /** name and contacts in lower case */
    search: Generated<string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    /** the newest activity, also of clients merged into it */
    last_at: Generated<Date>;
    /** staff added it; it stays without inquiries */
    by_staff: Generated<boolean>;
    /** when the personal data was removed */
    erased_at: Date | null;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
  };
  client_contacts: {
    id: Generated<string>;
    client_id: string;
    kind: ClientContact['kind'];
    value: string;
    /** a phone number in E.164, an email in lower case */
    key: string;
  };
  /** pairs that staff said are two people */
  client_distinctions: {
    lower_id: string;
    higher_id: string;
    by: string;
    created_at: Generated<Date>;
  };
  client_entries: {
    id: Generated<string>;
    /** the client of the inquiry, if it names one: both leave together when a merge is undone */
    client_id: string;
    inquiry_id: string | null;
    kind: EntryKind;
    text: string;
    /** a photo that the timeline shows */
    media_id: string | null;
    /** a file that staff download; its name in `client-files/` of the data directory */
    file_id: string | null;
    file_name: string | null;
    file_bytes: number | null;
    file_version: Generated<number>;
    by: string;
    created_at: Generated<Date>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
  };
  client_tasks: {
    id: Generated<string>;
    /** as in `client_entries` */
    client_id: string;
    /** a trigger gives it the due time of its next open task */
    inquiry_id: string | null;
    text: string;
    /** YYYY-MM-DD, the day in India */
    due_on: string;
    done_at: Date | null;
    done_by: string | null;
    by: string;
    created_at: Generated<Date>;
    version: Generated<number>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
  };
  /** photos that lost a use and are removed after the commit if it was the last one: of clients, the gallery and crops */
  client_files_to_remove: { media_id: string; noted_at: Generated<Date> };
  /** files whose bytes are removed after the commit */
  client_blobs_to_remove: { file_id: string };
  reply_templates: {
    id: Generated<string>;
    name: string;
    texts: ColumnType<ReplyTemplate['texts'], string, string>;
    version: Generated<number>;
    created_at: Generated<Date>;
    /** Idempotency-Key of the request that created it */
    created_with_key: string | null;
  };
  /** notices and privacy texts that visitors have seen */
  privacy_texts: {
    /** hash of the text */
    version: string;
    text: string;
    first_used_at: Generated<Date>;
  };
  privacy_settings: {
    id: Generated<number>;
    retention_months: Generated<number>;
    version: Generated<number>;
  };
}
