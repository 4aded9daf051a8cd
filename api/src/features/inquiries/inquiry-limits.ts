import type { QuarantineReason } from '@godhuli/contracts/inquiries';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.js';
import { withPool } from '../../db/pools.js';
import { TooManyAttempts } from '../../http/errors.js';
import { readText } from '../content/index.js';

/** Limits on stored inquiries. A network is an IPv4 address or the /64 of an IPv6 address. */
export const INQUIRY_LIMITS = {
  /** accepted as new from one network; more are quarantined */
  newPer10Minutes: 5,
  newPerDay: 30,
  /**
   * the same for inquiries with a phone number or email that nobody else on the network gave that day: a college or a mobile
   * carrier has one IPv4 address for many people
   */
  peoplePer10Minutes: 40,
  peoplePerDay: 100,
  /** quarantined from one network; more are refused */
  quarantinedPerHour: 50,
  quarantinedPerDay: 150,
  /** in addition for inquiries with such a contact, so that a flood without contacts does not refuse the people beside it */
  peopleReserve: 50,
  /** networks of one IPv6 /48 accepted as new per day; inquiries of more networks are quarantined */
  networksPerCustomer: 20,
  /** networks of one IPv6 /48 whose first plausible inquiry of a day is always stored */
  firstsPerCustomer: 100,
  /** accepted as new from one IPv6 /48 per day; more are quarantined, with the limits per network for the whole /48 */
  newPerCustomer: 100,
  /** accepted as new from all networks per day; more are quarantined */
  allNewPerDay: 1_000,
  /** quarantined from all networks; more are refused until staff or the cleanup remove some */
  allQuarantined: 5_000,
};
/** Retry-After while the quarantine is full. */
const FULL_RETRY_SECONDS = 3600;
const QUEUE_RETRY_SECONDS = 5;

interface Usage {
  recent: number;
  today: number;
  quarantined_hour: number;
  quarantined_today: number;
  /** seconds until the oldest inquiry of the hour or day no longer counts */
  hour_frees: number | null;
  day_frees: number | null;
  has_plausible: boolean;
  has_contact: boolean;
}

/** What the limits need to know of an inquiry. */
export interface Admission {
  network: string;
  customer: string;
  /** why the form itself looks like spam; null: it does not */
  suspicion: QuarantineReason | null;
  phone: string | null;
  email: string | null;
}

/** A refusal is repeated from memory for this time, because a flood of requests must not cause queries. */
const REFUSAL_MS = 2000;

interface Refusal {
  error: TooManyAttempts;
  ofPlausible: boolean;
}

/** Recently refused networks, by database. */
const refusalsOf = new WeakMap<Kysely<Database>, LRUCache<string, Refusal>>();
const MAX_REFUSALS = 10_000;

/**
 * Refuses requests of a network shortly after a refusal without a query, also retries. A plausible inquiry is refused only
 * after another plausible one, so that the first one of a network is stored.
 * @throws TooManyAttempts
 */
export function repeatRefusal(db: Kysely<Database>, network: string, isPlausible: boolean): void {
  const refusal = refusalsOf.get(db)?.get(network);
  if (refusal && (refusal.ofPlausible || !isPlausible)) throw refusal.error;
}

/** Remembers a refusal for `repeatRefusal`. */
export function rememberRefusal(
  db: Kysely<Database>,
  network: string,
  isPlausible: boolean,
  error: TooManyAttempts,
): void {
  const refusals = refusalsOf.get(db) ?? new LRUCache<string, Refusal>({ max: MAX_REFUSALS, ttl: REFUSAL_MS });
  refusalsOf.set(db, refusals);
  refusals.set(network, { error, ofPlausible: isPlausible || refusals.get(network)?.ofPlausible === true });
}

/** Usage by the other networks of an IPv6 /48. */
interface CustomerUsage {
  networks: number;
  today: number;
  quarantined_hour: number;
  quarantined_today: number;
}

/**
 * Decides whether an inquiry is stored as new or quarantined. The first plausible inquiry of a network per day is always
 * stored, even if others were refused. In an IPv6 /48 this applies to the first 100 networks; after the first 20 it is
 * quarantined.
 * @throws TooManyAttempts when a limit of the network, or of the whole quarantine, is reached
 */
export async function admitInquiry(
  db: Kysely<Database>,
  { network, customer, suspicion, phone, email }: Admission,
): Promise<{ quarantined: boolean; quarantine_reason: QuarantineReason | null }> {
  const limits = INQUIRY_LIMITS;
  const isPlausible = suspicion === null;
  const usage = await usageOf(db, network, phone, email);
  const isPerson = isPlausible && (phone !== null || email !== null) && !usage.has_contact;
  const others = await usageOfCustomer(db, network, customer);
  const exceedsNetworks = usage.today === 0 && others.networks >= limits.networksPerCustomer;
  const isFirst = isPlausible && !usage.has_plausible && others.networks < limits.firstsPerCustomer;
  const exceedsOwn =
    usage.recent >= (isPerson ? limits.peoplePer10Minutes : limits.newPer10Minutes) ||
    usage.today >= (isPerson ? limits.peoplePerDay : limits.newPerDay);
  const exceedsCustomer = exceedsNetworks || usage.today + others.today >= limits.newPerCustomer;
  const exceeded = exceedsOwn ? 'network' : exceedsCustomer ? 'many-networks' : null;
  const limit = suspicion ?? exceeded;
  const reason = limit ?? ((await isFull(db, false, limits.allNewPerDay)) ? 'busy-day' : null);
  const place = { quarantined: reason !== null, quarantine_reason: reason };
  if (reason === null || isFirst) return place;
  const reserve = isPerson ? limits.peopleReserve : 0;
  if (usage.quarantined_hour + others.quarantined_hour >= limits.quarantinedPerHour + reserve)
    throw await tooMany(db, usage.hour_frees);
  if (usage.quarantined_today + others.quarantined_today >= limits.quarantinedPerDay + reserve)
    throw await tooMany(db, usage.day_frees);
  if (await isFull(db, true, limits.allQuarantined)) throw await tooMany(db, FULL_RETRY_SECONDS);
  return place;
}

/** Counts the inquiries of a customer's other networks. The customer's lock is held, so the counts stay correct. */
async function usageOfCustomer(db: Kysely<Database>, network: string, customer: string): Promise<CustomerUsage> {
  if (customer === network) return { networks: 0, today: 0, quarantined_hour: 0, quarantined_today: 0 };
  const { rows } = await sql<CustomerUsage>`
    select
      (count(distinct network) filter (where plausible))::int as networks,
      (count(*) filter (where not quarantined))::int as today,
      (count(*) filter (where quarantined and created_at > now() - interval '1 hour'))::int as quarantined_hour,
      (count(*) filter (where quarantined))::int as quarantined_today
    from inquiries
    where inquiry_customer(network) = ${customer} and network <> ${network}
      and created_at > now() - interval '1 day'`.execute(db);
  return rows[0] as CustomerUsage;
}

async function usageOf(
  db: Kysely<Database>,
  network: string,
  phone: string | null,
  email: string | null,
): Promise<Usage> {
  const hour = sql`quarantined and created_at > now() - interval '1 hour'`;
  const { rows } = await sql<Usage>`
    select
      (count(*) filter (where not quarantined and created_at > now() - interval '10 minutes'))::int as recent,
      (count(*) filter (where not quarantined))::int as today,
      (count(*) filter (where ${hour}))::int as quarantined_hour,
      (count(*) filter (where quarantined))::int as quarantined_today,
      ceil(3600 - extract(epoch from now() - min(created_at) filter (where ${hour})))::int as hour_frees,
      ceil(86400 - extract(epoch from now() - min(created_at) filter (where quarantined)))::int as day_frees,
      coalesce(bool_or(plausible), false) as has_plausible,
      coalesce(bool_or(phone = ${phone}::text or email = ${email}::text), false) as has_contact
    from inquiries
    where network = ${network} and created_at > now() - interval '1 day'`.execute(db);
  return rows[0] as Usage;
}

/** Whether `count` inquiries are quarantined, or `count` others were received within a day. */
async function isFull(db: Kysely<Database>, quarantined: boolean, count: number): Promise<boolean> {
  // An index finds the newest `count`; only the last of them is read.
  const last = db
    .selectFrom('inquiries')
    .select('id')
    .where('quarantined', '=', sql.lit(quarantined))
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .offset(count - 1)
    .limit(1);
  const row = await db
    .selectFrom('inquiries')
    .select(sql<boolean>`created_at > now() - interval '1 day'`.as('is_today'))
    .where('id', '=', last)
    .executeTakeFirst();
  return row !== undefined && (quarantined || row.is_today);
}

/** Creates a refusal that names other ways to contact the studio. */
async function tooMany(db: Kysely<Database>, seconds: number | null): Promise<TooManyAttempts> {
  const retryAfter = Math.max(1, seconds ?? FULL_RETRY_SECONDS);
  return new TooManyAttempts(retryAfter, `We received too many inquiries from your network. ${await otherWays(db)}`);
}

/** Creates the refusal of a full queue. */
export const queueFull = async (db: Kysely<Database>): Promise<TooManyAttempts> =>
  new TooManyAttempts(QUEUE_RETRY_SECONDS, `We are receiving too many inquiries at once. ${await otherWays(db)}`);

/** The text is read again after this time: a flood of refusals must not cause queries. */
const CONTACT_MS = 60_000;
const contacts = new WeakMap<Kysely<Database>, { text: Promise<string>; readAt: number }>();

/** Returns the sentence that names the other ways to contact the studio, with its phone number if it can be read. */
function otherWays(db: Kysely<Database>): Promise<string> {
  const known = contacts.get(db);
  if (known && performance.now() - known.readAt < CONTACT_MS) return known.text;
  // Not with the connections of forms, which may all be in use.
  const text = withPool('reads', () => readText(db, 'contact', 'phone')).then(
    (phone) => `Please call us or write to us on WhatsApp${phone ? `: ${phone}` : ''}.`,
    () => 'Please call us or write to us on WhatsApp.',
  );
  contacts.set(db, { text, readAt: performance.now() });
  return text;
}
