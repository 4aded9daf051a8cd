import type { Message, MessageRecipient, MessageStatus } from '@godhuli/contracts/messages';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { NotFound } from '../../http/errors.js';
import type { MessageSettings } from '../../message-settings.js';
import { wants } from './enqueue.js';
import { RETENTION_DAYS } from './outbox.queries.js';

function readMessages(db: Kysely<Database>) {
  return db
    .selectFrom('outbox')
    .leftJoin('users', 'users.id', 'outbox.user_id')
    .leftJoin('inquiries', 'inquiries.id', 'outbox.inquiry_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.channel', 'outbox.state', 'outbox.attempts', 'outbox.error'])
    .select(['outbox.created_at', 'outbox.sent_at', 'outbox.next_at', 'outbox.inquiry_id', 'outbox.user_id'])
    .select(['users.name as userName', 'inquiries.reference']);
}

type Row = Awaited<ReturnType<ReturnType<typeof readMessages>['executeTakeFirstOrThrow']>>;

const present = (row: Row): Message => ({
  _id: row.id,
  kind: row.kind,
  channel: row.channel,
  state: row.state,
  to: row.channel === 'webhook' ? 'the webhook' : (row.userName ?? 'the visitor'),
  inquiry: row.inquiry_id !== null && row.reference !== null ? { _id: row.inquiry_id, reference: row.reference } : null,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  nextAt: ['waiting', 'unknown'].includes(row.state) ? row.next_at.toISOString() : null,
  error: row.error,
});

/** An older acknowledgement stays for the timeline of the client; nobody needs to send it again. */
const isProblem = sql<boolean>`outbox.state in ('failed', 'unknown')
  and outbox.created_at > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`;

/** Returns one page of messages, newest first. */
export async function listMessages(
  db: Kysely<Database>,
  { show, cursor, limit }: { show: 'problems' | 'all'; cursor?: string; limit: number },
): Promise<{ messages: Message[]; next: string | null }> {
  let query = readMessages(db)
    .orderBy('outbox.id', 'desc')
    .limit(limit + 1);
  if (show === 'problems') query = query.where(isProblem);
  if (cursor !== undefined) query = query.where('outbox.id', '<', cursor);
  const { rows, next } = pageOf(await query.execute(), limit, ({ id }) => id);
  return { messages: rows.map(present), next };
}

/** Returns the newest messages about an inquiry; there are only a few. @throws NotFound */
export async function messagesOfInquiry(db: Kysely<Database>, inquiryId: string): Promise<Message[]> {
  const inquiry = await db.selectFrom('inquiries').select('id').where('id', '=', inquiryId).executeTakeFirst();
  if (!inquiry) throw new NotFound('Inquiry not found. It may have been deleted.');
  const rows = await readMessages(db)
    .where('outbox.inquiry_id', '=', inquiryId)
    .orderBy('outbox.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(present);
}

/** Returns a message and locks it until the transaction ends. */
export async function lockMessage(
  transaction: Transaction<Database>,
  id: string,
): Promise<(Message & { isLeased: boolean }) | null> {
  const locked = await transaction
    .selectFrom('outbox')
    .select(sql<boolean>`leased_until is not null`.as('isLeased'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const row = locked && (await readMessages(transaction).where('outbox.id', '=', id).executeTakeFirst());
  return row ? { ...present(row), isLeased: locked.isLeased } : null;
}

/** Makes a message due now, as if it had never been tried. It keeps its `Message-ID`. */
export async function makeDue(db: Kysely<Database>, id: string): Promise<void> {
  await sql`
    update outbox set state = 'waiting', attempts = 0, first_attempt_at = null, body_started_at = null, error = null,
      next_at = now(), expires_at = now() + interval '1 day'
    where id = ${id}`.execute(db);
}

/** Counts what waits and what failed. */
export async function readStatus(db: Kysely<Database>, { email, webhook }: MessageSettings): Promise<MessageStatus> {
  const { rows } = await sql<{ waiting: number; problems: number; email: Date | null; webhook: Date | null }>`
    select
      (count(*) filter (where state = 'waiting' and (first_attempt_at is not null or expires_at > now())))::int as waiting,
      (count(*) filter (where ${isProblem}))::int as problems,
      (select max(sent_at) from outbox where channel = 'email') as email,
      (select max(sent_at) from outbox where channel = 'webhook') as webhook
    from outbox where state in ('waiting', 'failed', 'unknown')`.execute(db);
  const [counted] = rows;
  return {
    email: {
      isConfigured: email !== null,
      from: email && (email.from.name === '' ? email.from.address : `${email.from.name} <${email.from.address}>`),
      lastSentAt: counted?.email?.toISOString() ?? null,
    },
    webhook: { isConfigured: webhook !== null, lastSentAt: counted?.webhook?.toISOString() ?? null },
    waiting: counted?.waiting ?? 0,
    problems: counted?.problems ?? 0,
  };
}

/** Returns the enabled users and what they get, in the order of their creation. */
export async function listRecipients(db: Kysely<Database>, only?: string): Promise<MessageRecipient[]> {
  let query = db
    .selectFrom('users')
    .select(['id as _id', 'name', 'email', 'role'])
    .select([wants('alerts').as('alerts'), wants('digest').as('digest')])
    .where('disabled', '=', false)
    .orderBy('id');
  if (only !== undefined) query = query.where('id', '=', only);
  return query.execute();
}

export async function saveRecipient(
  db: Kysely<Database>,
  userId: string,
  choice: { alerts: boolean; digest: boolean },
): Promise<void> {
  await db
    .insertInto('message_recipients')
    .values({ user_id: userId, ...choice })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(choice))
    .execute();
}
