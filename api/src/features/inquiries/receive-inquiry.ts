import { createHash } from 'node:crypto';
import type { inquiryInputSchema } from '@godhuli/contracts/inquiries';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import { transactionWithin } from '../../db/transaction-within.js';
import { BadInput } from '../../http/errors.js';
import { networkOf } from '../../http/network.js';
import { addEntry } from '../audit/audited.js';
import { insertInquiry } from './inquiries.queries.js';
import { admitInquiry } from './inquiry-limits.js';

type Input = z.output<typeof inquiryInputSchema>;

/** Nobody fills the form in faster than this; programs do. */
const MIN_ELAPSED_MS = 3000;
/** A visitor waits no longer for a slow database. What commits later is what the retry is answered with. */
const PATIENCE_MS = 2500;
/** A key is good for retries of one form, not for ever. */
const KEY_LIFETIME_HOURS = 24;

/**
 * Stores what a visitor sent; the answer comes only after commit. What looks like spam is stored as quarantined and
 * answered like anything else, so a person who is taken for a program loses nothing and a program learns nothing; only
 * what exceeds the limits is refused.
 * @param idempotencyKey a retry with the same key and body gets the first answer and stores nothing
 * @throws BadInput when the key came with another body before, Unavailable when the database takes too long,
 * TooManyAttempts when the network has sent too many
 */
export function receiveInquiry(
  database: Pick<OpenDatabase, 'db' | 'engine'>,
  input: Input,
  { address, idempotencyKey }: { address: string; idempotencyKey?: string },
): Promise<{ _id: string }> {
  return transactionWithin(database, PATIENCE_MS, async (transaction) => {
    if (idempotencyKey === undefined) return { _id: await store(transaction, input, address) };
    const earlier = await claimKey(transaction, idempotencyKey, fingerprintOf(input));
    if (earlier !== null) return { _id: earlier };
    const id = await store(transaction, input, address);
    await transaction
      .updateTable('idempotency_keys')
      .set({ inquiry_id: id })
      .where('key', '=', idempotencyKey)
      .execute();
    return { _id: id };
  });
}

async function store(transaction: Transaction<Database>, input: Input, address: string): Promise<string> {
  const network = networkOf(address);
  const plausible = !looksAutomatic(input);
  // A network over its limit is refused before it waits for the lock; the count that decides is the one inside it.
  await admitInquiry(transaction, network, plausible);
  await lockUntilCommit(transaction, `inquiries of ${network}`);
  const { quarantined } = await admitInquiry(transaction, network, plausible);
  const id = await insertInquiry(transaction, {
    name: input.name,
    phone: input.phone,
    email: input.email,
    event_type: input.eventType,
    event_date: input.eventDate,
    message: input.message,
    quarantined,
    plausible,
    network,
  });
  // What the visitor typed stays in the inquiry alone.
  const entry = { entityId: id, before: null, after: { quarantined } };
  await addEntry(transaction, { id: null, name: 'a visitor', network }, 'inquiries.receive', entry);
  return id;
}

/** People do not see the field `website`; a form without JavaScript sends no time. */
const looksAutomatic = ({ website = '', elapsedMs = MIN_ELAPSED_MS }: Input) =>
  website !== '' || elapsedMs < MIN_ELAPSED_MS;

/**
 * Takes a key for this body. A parallel request with the same key waits here until the first one has committed.
 * @returns id of the inquiry stored under the key before, or null when the key is new
 */
async function claimKey(transaction: Transaction<Database>, key: string, fingerprint: string): Promise<string | null> {
  await transaction
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`)
    .execute();
  const claimed = await transaction
    .insertInto('idempotency_keys')
    .values({ key, fingerprint })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await transaction
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) {
    const message = 'This key was used for another inquiry.';
    throw new BadInput([{ field: 'Idempotency-Key', message }], message);
  }
  return earlier.inquiry_id;
}

/** Of what the visitor typed; the time it took differs between two tries of one form. */
function fingerprintOf({ elapsedMs: _, ...typed }: Input): string {
  const sorted = Object.entries(typed).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
