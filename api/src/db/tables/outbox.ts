import type { MessageChannel, MessageKind, MessageState } from '@godhuli/contracts/messages';
import type { ColumnType, Generated } from 'kysely';

export interface OutboxTables {
  outbox: {
    id: Generated<string>;
    kind: MessageKind;
    channel: Generated<MessageChannel>;
    /** the staff member who gets it; null: the visitor of the inquiry, or the webhook */
    user_id: string | null;
    /** the inquiry that it is about */
    inquiry_id: string | null;
    /** what the template needs besides the user and the inquiry; no personal data and no secrets */
    payload: ColumnType<Record<string, unknown>, string | undefined, string>;
    idempotency_key: string;
    /** the same in every attempt */
    message_id: Generated<string>;
    state: Generated<MessageState>;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    /** when the next attempt is due */
    next_at: Generated<Date>;
    /** a message without any attempt until then is not sent */
    expires_at: Generated<Date>;
    first_attempt_at: Date | null;
    /** when this attempt began to send the body; null: the server cannot have accepted the message in this attempt */
    body_started_at: Date | null;
    /** the attempt in progress */
    lease: string | null;
    leased_until: Date | null;
    sent_at: Date | null;
    /** why the last attempt failed, without personal data */
    error: string | null;
  };
  /** choices of staff; without a row, admins get alerts and the digest, editors do not */
  message_recipients: {
    user_id: string;
    alerts: boolean;
    digest: boolean;
  };
}
