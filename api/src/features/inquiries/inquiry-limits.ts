import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';

/** How many inquiries are stored. A network is an IPv4 address or the /64 of an IPv6 address. */
export const INQUIRY_LIMITS = {
  /** taken as genuine from one network; more go to quarantine */
  newPer10Minutes: 5,
  newPerDay: 30,
  /** stored in quarantine from one network; more are refused */
  quarantinedPerHour: 50,
  quarantinedPerDay: 150,
  /** networks of one IPv6 /48 that are taken as genuine in a day; inquiries of more go to quarantine */
  networksPerCustomer: 20,
  /** networks of one IPv6 /48 whose first plausible inquiry of a day is stored whatever the other limits say */
  firstsPerCustomer: 100,
  /** taken as genuine from one IPv6 /48 in a day; more go to quarantine, whose limits per network then hold for the /48 */
  newPerCustomer: 100,
  /** taken as genuine from all networks in a day; more go to quarantine */
  allNewPerDay: 1_000,
  /** in quarantine from all networks; more are refused until staff or the cleanup make room */
  allQuarantined: 5_000,
};
/** Seconds until a refused visitor may try again while the quarantine is full. */
const WHEN_FULL_SECONDS = 3600;

/**
 * Returns who a network belongs to: an IPv4 address is a customer of its own; an IPv6 /64 is part of the /48 that a provider
 * gives one customer at most.
 */
export const customerOf = (network: string): string => {
  const [head, ...groups] = network.split(':');
  return groups.length === 0 ? network : `${[head, ...groups.slice(0, 2)].join(':')}::/48`;
};

interface Usage {
  recent: number;
  today: number;
  quarantined_hour: number;
  quarantined_today: number;
  /** seconds until the oldest of the hour and of the day stop counting */
  hour_frees: number | null;
  day_frees: number | null;
  has_plausible: boolean;
}

/** For so long a refusal is repeated from memory: what it costs to look again is what a flood is after. */
const REFUSAL_MS = 2000;

interface Refusal {
  error: TooManyAttempts;
  ofPlausible: boolean;
}

/** Networks that were just refused, of each database. */
const refusalsOf = new WeakMap<Kysely<Database>, Map<string, Refusal>>();

/**
 * Refuses without the database what a network sends right after a refusal, a retry too. A plausible inquiry is refused only
 * after another plausible one was, so a network's first one is stored.
 * @throws TooManyAttempts
 */
export function refuseAgain(db: Kysely<Database>, network: string, isPlausible: boolean): void {
  const refusal = refusalsOf.get(db)?.get(network);
  if (refusal && (refusal.ofPlausible || !isPlausible)) throw refusal.error;
}

/** Remembers that a network was refused. */
export function rememberRefusal(
  db: Kysely<Database>,
  network: string,
  isPlausible: boolean,
  error: TooManyAttempts,
): void {
  const refusals = refusalsOf.get(db) ?? new Map<string, Refusal>();
  refusalsOf.set(db, refusals);
  const refusal = { error, ofPlausible: isPlausible || refusals.get(network)?.ofPlausible === true };
  refusals.set(network, refusal);
  setTimeout(() => {
    if (refusals.get(network) === refusal) refusals.delete(network);
  }, REFUSAL_MS).unref();
}

/** Usage of the other networks of an IPv6 /48. */
interface CustomerUsage {
  networks: number;
  today: number;
  quarantined_hour: number;
  quarantined_today: number;
}

/**
 * Decides whether an inquiry is stored as new or in quarantine. A network's first plausible inquiry of the day is always
 * stored, however many others were refused; of an IPv6 /48 the first 100 networks have that right, and after the first 20
 * it is stored in quarantine.
 * @throws TooManyAttempts when the network or the whole quarantine has stored its share
 */
export async function admitInquiry(
  db: Kysely<Database>,
  network: string,
  isPlausible: boolean,
): Promise<{ quarantined: boolean }> {
  const limits = INQUIRY_LIMITS;
  const usage = await usageOf(db, network);
  const others = await usageOfCustomer(db, network);
  const isOneTooMany = usage.today === 0 && others.networks >= limits.networksPerCustomer;
  const isFirst = isPlausible && !usage.has_plausible && others.networks < limits.firstsPerCustomer;
  const fits =
    usage.recent < limits.newPer10Minutes &&
    usage.today < limits.newPerDay &&
    usage.today + others.today < limits.newPerCustomer &&
    !isOneTooMany;
  const isNew = isPlausible && fits && !(await isFull(db, false, limits.allNewPerDay));
  if (isNew || isFirst) return { quarantined: !isNew };
  if (usage.quarantined_hour + others.quarantined_hour >= limits.quarantinedPerHour)
    throw await tooMany(db, usage.hour_frees);
  if (usage.quarantined_today + others.quarantined_today >= limits.quarantinedPerDay)
    throw await tooMany(db, usage.day_frees);
  if (await isFull(db, true, limits.allQuarantined)) throw await tooMany(db, WHEN_FULL_SECONDS);
  return { quarantined: true };
}

/** The customer's lock is held, so the count is right until commit. */
async function usageOfCustomer(db: Kysely<Database>, network: string): Promise<CustomerUsage> {
  const customer = customerOf(network);
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

async function usageOf(db: Kysely<Database>, network: string): Promise<Usage> {
  const hour = sql`quarantined and created_at > now() - interval '1 hour'`;
  const { rows } = await sql<Usage>`
    select
      (count(*) filter (where not quarantined and created_at > now() - interval '10 minutes'))::int as recent,
      (count(*) filter (where not quarantined))::int as today,
      (count(*) filter (where ${hour}))::int as quarantined_hour,
      (count(*) filter (where quarantined))::int as quarantined_today,
      ceil(3600 - extract(epoch from now() - min(created_at) filter (where ${hour})))::int as hour_frees,
      ceil(86400 - extract(epoch from now() - min(created_at) filter (where quarantined)))::int as day_frees,
      coalesce(bool_or(plausible), false) as has_plausible
    from inquiries
    where network = ${network} and created_at > now() - interval '1 day'`.execute(db);
  return rows[0] as Usage;
}

/** Whether `count` inquiries are in quarantine, or `count` of the others came within a day. */
async function isFull(db: Kysely<Database>, quarantined: boolean, count: number): Promise<boolean> {
  // The newest `count` come from an index alone; only the last of them is read.
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

/** Offers the other ways to reach the studio. */
async function tooMany(db: Kysely<Database>, seconds: number | null): Promise<TooManyAttempts> {
  const contact = await db
    .selectFrom('content')
    .select('value')
    .where('section', '=', 'contact')
    .where('key', '=', 'phone')
    .executeTakeFirst();
  const phone = contact?.value.trim();
  return new TooManyAttempts(
    Math.max(1, seconds ?? WHEN_FULL_SECONDS),
    `We received too many inquiries from your network. Please call us or write to us on WhatsApp${phone ? `: ${phone}` : ''}.`,
  );
}
