import { setTimeout as delay } from 'node:timers/promises';
import type { MessageChannel } from '@godhuli/contracts/messages';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { MessageSettings } from '../../message-settings.js';
import { deliverEmail } from './deliver-email.js';
import { deliverWebhook } from './deliver-webhook.js';
import { type Failure, temporary } from './failure.js';
import { loadMessage } from './load-message.js';
import { renderHtml, renderText } from './message-content.js';
import {
  claimMessages,
  expireMessages,
  INQUIRY_GONE,
  type OutboxRow,
  type OutboxTimes,
  recordBodyStart,
  recordCancelled,
  recordFailure,
  recordSent,
  recoverMessages,
  TIMES,
} from './outbox.queries.js';
import { planMessages } from './planned-messages.js';
import { webhookEvent } from './webhook-event.js';

const POLL_MS = 5_000;
const PLAN_MS = 60_000;
/** Messages of one channel that one process sends at the same time. */
const AT_ONCE = 5;
/** A stop waits this long for attempts in progress. Their leases end later, and another process continues. */
const STOP_MS = 4_000;

export interface OutboxWorkerOptions {
  db: Kysely<Database>;
  logger: Logger;
  settings: MessageSettings;
  createPasswordLink: (userId: string, emailId: string) => Promise<string | null>;
  times?: OutboxTimes;
  pollMs?: number;
}

/**
 * Sends the messages of the outbox. Every process of the API may run it: a message is claimed and committed, sent outside of
 * any transaction, and its outcome is recorded. No channel waits for another one, whose server may hang.
 * @returns stops it, after attempts in progress
 */
export function startOutboxWorker(options: OutboxWorkerOptions): () => Promise<void> {
  const { settings, pollMs = POLL_MS, logger } = options;
  const channels: MessageChannel[] = [
    ...(settings.email ? (['email'] as const) : []),
    ...(settings.webhook ? (['webhook'] as const) : []),
  ];
  const stopping = new AbortController();
  const { signal } = stopping;

  const plan = async () => {
    await recoverMessages(options.db, options.times ?? TIMES);
    await expireMessages(options.db);
    if (settings.email) await planMessages(options.db);
  };
  const send = async (channel: MessageChannel) => {
    while (!signal.aborted && (await sendDue(options, [channel])) === AT_ONCE);
  };
  const repeat = async (work: () => Promise<void>, everyMs: number) => {
    while (!signal.aborted) {
      await work().catch((err) =>
        logger.warn({ err: { code: err?.code, message: err?.message } }, 'could not work on the outbox'),
      );
      // A stop ends the wait.
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = Promise.all([
    repeat(plan, PLAN_MS),
    ...channels.map((channel) => repeat(() => send(channel), pollMs)),
  ]);
  return async () => {
    stopping.abort();
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([running, new Promise((resolve) => (limit = setTimeout(resolve, STOP_MS)))]);
    clearTimeout(limit);
  };
}

/** Makes one attempt for each of a few due messages. @returns how many */
export async function sendDue(options: OutboxWorkerOptions, channels: readonly MessageChannel[]): Promise<number> {
  const { db, times = TIMES } = options;
  await recoverMessages(db, times);
  const claimed = await claimMessages(db, channels, AT_ONCE, times);
  await Promise.all(claimed.map((row) => attempt(row, options)));
  return claimed.length;
}

async function attempt(row: OutboxRow, options: OutboxWorkerOptions): Promise<void> {
  const { db, logger, times = TIMES } = options;
  const failure = await deliver(row, options).catch((err): Failure => {
    logger.warn({ err: { code: err?.code }, message: row.id, kind: row.kind }, 'could not prepare a message');
    return temporary('The message could not be prepared.');
  });
  if (failure === null) return recordSent(db, row);
  if ('cancel' in failure) return recordCancelled(db, row, failure.cancel);
  if (failure.outcome !== 'temporary')
    logger.warn({ message: row.id, kind: row.kind, reason: failure.reason }, 'a message was not sent');
  await recordFailure(db, row, failure, times);
}

async function deliver(row: OutboxRow, options: OutboxWorkerOptions): Promise<Failure | { cancel: string } | null> {
  const { db, settings, createPasswordLink } = options;
  const { email, webhook, origin } = settings;
  if (row.channel === 'webhook') {
    const event = await webhookEvent(db, row, origin);
    if (event === null) return { cancel: INQUIRY_GONE };
    return webhook ? deliverWebhook(webhook, row.message_id, event) : temporary('WEBHOOK_URL is not set.');
  }
  if (!email) return temporary('SMTP_URL is not set.');
  const loaded = await loadMessage(row, { db, origin, createPasswordLink });
  if ('cancel' in loaded) return loaded;
  const { content, brand, ...addresses } = loaded;
  const rendered = { subject: content.subject, text: renderText(content), html: renderHtml(content, brand) };
  return deliverEmail(email, { ...addresses, ...rendered, messageId: row.message_id }, () => recordBodyStart(db, row));
}
