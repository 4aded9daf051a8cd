import type { InquiryReceipt, inquiryInputSchema, QuarantineReason } from '@godhuli/contracts/inquiries';
import { HEARD_FROM } from '@godhuli/contracts/inquiry-form';
import { sha256 } from '@godhuli/server/digest';
import { customerOf, networkOf } from '@godhuli/server/network';
import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { tryLock } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import { transactionWithTimeout } from '../../db/transaction-with-timeout.js';
import { BadInput, TooManyAttempts } from '../../http/errors.js';
import type { EnabledChannels } from '../../message-settings.js';
import { addAuditEntry } from '../audit/index.js';
import { linkInquiries } from '../contacts/index.js';
import { announceInquiry } from './announce-inquiry.js';
import { insertInquiry, receiptOf } from './inquiries.queries.js';
import { type Admission, admitInquiry, queueFull, rememberRefusal, repeatRefusal } from './inquiry-limits.js';
import { QueueFull, runQueued } from './inquiry-queue.js';
import { currentPrivacyText } from './privacy-text.js';

type Input = z.output<typeof inquiryInputSchema>;

/** People need longer than this to fill in the form. */
const MIN_ELAPSED_MS = 3000;
/** A visitor waits at most this long for the database. A retry returns what was committed after that. */
const TIMEOUT_MS = 2500;
/** Retries with the same key are recognised for this time. */
export const KEY_LIFETIME_HOURS = 24;

interface Sender {
  ip: string;
  /** of the page that sends the form; requests of other sites have been refused */
  origin?: string;
  idempotencyKey: string | null;
  /** aborted when the visitor has disconnected */
  signal?: AbortSignal;
}

/**
 * Stores an inquiry and resolves after the commit. Likely spam is quarantined with the same response, so that no person is
 * refused and no program notices; only inquiries above the limits are refused. Inquiries of one customer, or with one key, do
 * not block connections while they wait for each other: in this process they wait in a queue, and if another process holds
 * the lock they release the connection and retry.
 * @param sender `idempotencyKey`: a retry with the same key and body gets the first response and stores nothing
 * @throws BadInput when the key was used with another body; Unavailable when the database is too slow; TooManyAttempts when
 * the network has sent too many inquiries, or too many are waiting
 */
export function receiveInquiry(
  database: Pick<OpenDatabase, 'db' | 'engine'>,
  input: Input,
  { ip, origin, idempotencyKey: key, signal }: Sender,
  channels: EnabledChannels,
): Promise<InquiryReceipt> {
  const network = networkOf(ip);
  const customer = customerOf(ip);
  const locks = [`inquiries of ${customer}`, ...(key === null ? [] : [`idempotency key ${key}`])];
  const suspicion = suspicionOf(input, origin);
  const receive = async (transaction: Transaction<Database>) => {
    await tryLock(transaction, locks);
    const earlier = key === null ? null : await claimKey(transaction, key, fingerprintOf(input));
    if (earlier !== null) return receiptOf(transaction, earlier);
    const receipt = await store(transaction, input, { network, customer, suspicion }, channels);
    if (key !== null)
      await transaction
        .updateTable('idempotency_keys')
        .set({ inquiry_id: receipt._id })
        .where('key', '=', key)
        .execute();
    return receipt;
  };
  const isPlausible = suspicion === null;
  return transactionWithTimeout(database, TIMEOUT_MS, receive, async (work) => {
    repeatRefusal(database.db, network, isPlausible);
    const queued = runQueued(ip, signal, async () => {
      repeatRefusal(database.db, network, isPlausible);
      try {
        return await work();
      } catch (error) {
        if (error instanceof TooManyAttempts) rememberRefusal(database.db, network, isPlausible, error);
        throw error;
      }
    });
    return queued.catch(async (error: unknown) => {
      throw error instanceof QueueFull ? await queueFull(database.db) : error;
    });
  });
}

/** Stores an inquiry within the limits. The customer's lock is held, so the counts stay correct until the commit. */
async function store(
  transaction: Transaction<Database>,
  input: Input,
  { network, customer, suspicion }: Pick<Admission, 'network' | 'customer' | 'suspicion'>,
  channels: EnabledChannels,
): Promise<InquiryReceipt> {
  const { phone, email } = input;
  const admitted = await admitInquiry(transaction, { network, customer, suspicion, phone, email });
  const { quarantined } = admitted;
  const receipt = await insertInquiry(transaction, {
    name: input.name,
    phone: input.phone,
    email: input.email,
    event_type: input.eventType,
    event_date: input.eventDate,
    event_end_date: input.eventEndDate === input.eventDate ? null : input.eventEndDate,
    date_undecided: input.dateUndecided,
    heard_from: input.heardFrom,
    utm_source: input.utmSource,
    utm_medium: input.utmMedium,
    utm_campaign: input.utmCampaign,
    source: heardFromLabels.get(input.heardFrom ?? input.utmSource) ?? input.utmSource,
    message: input.message,
    language: input.language,
    ...admitted,
    plausible: suspicion === null,
    network,
    consent_at: new Date(),
    consent_version: await currentPrivacyText(transaction, input.language),
  });
  if (!quarantined) await linkInquiries(transaction, [receipt._id]);
  // The visitor's personal data stays out of the audit log.
  const auditEntry = { entityId: receipt._id, before: null, after: { quarantined } };
  await addAuditEntry(transaction, { id: null, name: 'a visitor', network }, 'inquiries.receive', auditEntry);
  if (!quarantined) await announceInquiry(transaction, receipt._id, input.email !== null, channels);
  return receipt;
}

const heardFromLabels = new Map<string | null, string>(HEARD_FROM.map(({ value, label }) => [value, label]));

const LINK = /https?:\/\/|www\.|\[url/gi;
/** A couple may link to one page, such as the place of the event, besides photos of the site: the form adds their shortlist. */
const MAX_LINKS = 1;

/**
 * Returns why a form looks like spam, or null. `website` is the honeypot field, which people do not see. A form without
 * JavaScript sends no time.
 */
function suspicionOf(input: Input, origin: string | undefined): QuarantineReason | null {
  const { name, message, website = '', elapsedMs = MIN_ELAPSED_MS } = input;
  if (website !== '') return 'hidden-field';
  if (elapsedMs < MIN_ELAPSED_MS) return 'too-fast';
  const countLinks = (text: string) => text.match(LINK)?.length ?? 0;
  const withoutPhotos = origin === undefined ? message : message.replaceAll(`${origin}/p/`, ' ');
  return countLinks(name) > 0 || countLinks(withoutPhotos) > MAX_LINKS ? 'links' : null;
}

/**
 * Claims an idempotency key for a body. The key's lock is held, so no other request claims it at the same time.
 * @returns the id of the inquiry stored with the key before, or null when the key is new or expired
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

/** Fields without which earlier programs made the hash of a form; an empty one is left out, so that their keys stay valid. */
const LATER_FIELDS = ['eventEndDate', 'dateUndecided', 'heardFrom'];

/** Returns a hash of the form's fields, without the elapsed time and the campaign, which may differ between two attempts. */
function fingerprintOf({ elapsedMs: _, utmSource: __, utmMedium: ___, utmCampaign: ____, ...fields }: Input): string {
  const sorted = Object.entries(fields)
    .filter(([name, value]) => value || !LATER_FIELDS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify(sorted));
}
