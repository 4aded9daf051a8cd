interface Measures<Customer, Queue> {
  /** the queues of a customer by network */
  networksOf(customer: Customer): Iterable<readonly [string, Queue]>;
  weightOf(customer: Customer): number;
  lengthOf(queue: Queue): number;
}

/**
 * Finds the queue whose newest entry makes room for a newcomer when all places are taken: the longest one of the customer with
 * the most entries.
 * @param newcomer the name of its customer, and how many entries its network has already
 * @returns null if the newcomer has as many
 */
export function findLongestQueue<Customer, Queue>(
  customers: ReadonlyMap<string, Customer>,
  newcomer: { customer: string; entries: number },
  { networksOf, weightOf, lengthOf }: Measures<Customer, Queue>,
): { customer: string; network: string; queue: Queue } | null {
  const [customer, heaviest] = maxBy(customers, ([, each]) => weightOf(each)) ?? [];
  if (customer === undefined || heaviest === undefined) return null;
  const [network, queue] = maxBy(networksOf(heaviest), ([, each]) => lengthOf(each)) ?? [];
  if (network === undefined || queue === undefined) return null;
  const own = customers.get(newcomer.customer);
  const isFair =
    customer === newcomer.customer
      ? lengthOf(queue) > newcomer.entries + 1
      : weightOf(heaviest) > (own === undefined ? 0 : weightOf(own)) + 1;
  return isFair ? { customer, network, queue } : null;
}

function maxBy<T>(items: Iterable<T>, weight: (item: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (found === undefined || weight(item) > weight(found)) found = item;
  return found;
}
