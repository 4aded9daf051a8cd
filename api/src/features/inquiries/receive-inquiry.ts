import { createHash } from 'node:crypto';
import type { inquiryInputSchema } from '@godhuli/contracts/inquiries';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { lockAtOnce } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import { transactionWithin } from '../../db/transaction-within.js';
import { BadInput, TooManyAttempts } from '../../http/errors.js';
import { networkOf } from '../../http/network.js';
import { addEntry } from '../audit/audited.js';
import { insertInquiry } from './inquiries.queries.js';
import { admitInquiry, customerOf, refuseAgain, rememberRefusal } from './inquiry-limits.js';
import { inTurn } from './turns.js';

type Input = z.output<typeof inquiryInputSchema>;

/** Nobody fills the form in faster than this; programs do. */
const MIN_ELAPSED_MS = 3000;
/** A visitor waits no longer for a slow database. What commits later is what the retry is answered with. */
const PATIENCE_MS = 2500;
/** A key is good for retries of one form, not for ever. */
export const KEY_LIFETIME_HOURS = 24;

interface Sender {
  address: string;
  idempotencyKey?: string;
  /** aborted when the visitor has gone */
  left?: AbortSignal;
}

/**
 * Stores what a visitor sent; the answer comes only after commit. What looks like spam is stored as quarantined and
 * answered like anything else, so a person who is taken for a program loses nothing and a program learns nothing; only
 * what exceeds the limits is refused. Nobody waits with a connection for another inquiry of the customer or of the key:
 * in this process they queue before they ask for one, and against another process they give it back and try again.
 * @param sender `idempotencyKey`: a retry with the same key and body gets the first answer and stores nothing
 * @throws BadInput when the key came with another body before, Unavailable when the database takes too long,
 * TooManyAttempts when the network has sent too many, or too many wait
 */
export function receiveInquiry(
  database: Pick<OpenDatabase, 'db' | 'engine'>,
  input: Input,
  { address, idempotencyKey: key, left }: Sender,
): Promise<{ _id: string }> {
  const network = networkOf(address);
  const locks = [`inquiries of ${customerOf(network)}`, ...(key === undefined ? [] : [`idempotency key ${key}`])];
  const receive = async (transaction: Transaction<Database>) => {
    await lockAtOnce(transaction, locks);
    const earlier = key === undefined ? null : await claimKey(transaction, key, fingerprintOf(input));
    if (earlier !== null) return { _id: earlier };
    const id = await store(transaction, input, network);
    if (key !== undefined)
      await transaction.updateTable('idempotency_keys').set({ inquiry_id: id }).where('key', '=', key).execute();
    return { _id: id };
  };
  const isPlausible = !looksAutomatic(input);
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseAgain(database.db, network, isPlausible);
    try {
      return await work();
    } catch (error) {
      if (error instanceof TooManyAttempts) rememberRefusal(database.db, network, isPlausible, error);
      throw error;
    }
  };
  return transactionWithin(database, PATIENCE_MS, receive, async (work) => {
    refuseAgain(database.db, network, isPlausible);
    return inTurn(network, left, () => run(work));
  });
}

/** The customer's lock is held, so the count is right until commit. */
async function store(transaction: Transaction<Database>, input: Input, network: string): Promise<string> {
  const plausible = !looksAutomatic(input);
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
 * Takes a key for this body. Its lock is held, so nobody else is about to.
 * @returns id of the inquiry stored under the key before, or null when the key is new or its lifetime is over
 */
async function claimKey(transaction: Transaction<Database>, key: string, fingerprint: string): Promise<string | null> {
  const claimed = await transaction
    .insertInto('idempotency_keys')
    .values({ key, fingerprint })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ fingerprint, inquiry_id: null, created_at: sql`now()` })
        .where(sql<boolean>`idempotency_keys.created_at < now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await transaction
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) {
    const message = 'This Idempotency-Key was already used for another inquiry.';
    throw new BadInput([{ field: 'Idempotency-Key', message }], message);
  }
  return earlier.inquiry_id;
}

/** Of what the visitor typed; the time it took differs between two tries of one form. */
function fingerprintOf({ elapsedMs: _, ...typed }: Input): string {
  const sorted = Object.entries(typed).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
