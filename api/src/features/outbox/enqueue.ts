import type { MessageChannel, MessageKind } from '@godhuli/contracts/messages';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

export interface NewMessage {
  kind: MessageKind;
  /** 'email' unless given */
  channel?: MessageChannel;
  /** the staff member who gets it; without one it goes to the visitor of `inquiryId` */
  userId?: string;
  /** the inquiry that it is about */
  inquiryId?: string;
  /**
   * What the template needs besides; no personal data and no secrets. For kind `notice`:
   * `{ subject, lines: string[], label?, path? }`, with the text and an optional link to a page of this site.
   */
  payload?: Record<string, unknown>;
  /** A second message with the same key is not enqueued. */
  key: string;
  /** now unless given */
  sendAt?: Date;
  /** hours after which a message without any attempt is not sent; 24 unless given */
  lifetimeHours?: number;
}

/**
 * Adds a message to the outbox, in the transaction of what it is about: it is sent if and only if that commits. A worker
 * sends it within seconds. Without a worker that can send it, it expires.
 */
export async function enqueueMessage(transaction: Transaction<Database>, message: NewMessage): Promise<void> {
  const { kind, channel = 'email', userId, inquiryId, payload = {}, key, sendAt, lifetimeHours = 24 } = message;
  const start = sendAt ? sql<Date>`${sendAt.toISOString()}::timestamptz` : sql<Date>`now()`;
  await transaction
    .insertInto('outbox')
    .values({
      ...{ kind, channel, user_id: userId ?? null, inquiry_id: inquiryId ?? null, idempotency_key: key },
      payload: JSON.stringify(payload),
      next_at: start,
      expires_at: sql<Date>`${start} + make_interval(hours => ${sql.lit(lifetimeHours)})`,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
}

/** Who of the staff gets something: those who chose it, and admins who chose nothing. */
export const wants = (choice: 'alerts' | 'digest') => sql<boolean>`
  not users.disabled and coalesce(
    (select ${sql.ref(`chosen.${choice}`)} from message_recipients chosen where chosen.user_id = users.id),
    users.role = 'admin')`;

/**
 * Adds one message for each staff member who chose alerts, or the digest. Any database may be given, but in a transaction
 * the messages are sent if and only if it commits.
 * @param message `key` is completed with the id of the user
 * @returns how many were added
 */
export async function enqueueForStaff(
  db: Kysely<Database>,
  choice: 'alerts' | 'digest',
  { kind, inquiryId, payload = {}, key, lifetimeHours = 24 }: Omit<NewMessage, 'userId' | 'channel' | 'sendAt'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into outbox (kind, user_id, inquiry_id, payload, idempotency_key, expires_at)
    select ${kind}, users.id, ${inquiryId ?? null}::bigint, ${JSON.stringify(payload)}::jsonb, ${`${key}:`} || users.id,
      now() + make_interval(hours => ${sql.lit(lifetimeHours)})
    from users where ${wants(choice)} order by users.id
    on conflict (idempotency_key) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
