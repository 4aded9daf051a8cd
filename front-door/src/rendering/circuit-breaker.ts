/** After this many failures in a row a circuit breaker opens for `CIRCUIT_OPEN_MS`. */
const FAILURES_IN_A_ROW = 3;
const CIRCUIT_OPEN_MS = 30_000;
/** Customers whose last page failed. The one whose first failure is the oldest is forgotten first. */
const CUSTOMERS = 1000;

export interface Circuit {
  readonly isOpen: boolean;
  recordSuccess(): void;
  recordFailure(): void;
}

/** Stops tries of what has failed repeatedly. */
export class CircuitBreaker implements Circuit {
  private readonly failed = new Set<unknown>();
  private openUntil = 0;

  /** @param elapsed milliseconds; never steps back */
  constructor(private readonly elapsed: () => number) {}

  get isOpen(): boolean {
    return this.elapsed() < this.openUntil;
  }

  recordSuccess(): void {
    this.failed.clear();
  }

  /** @param customer several failures of one customer count once; without a customer each one counts */
  recordFailure(customer: unknown = Symbol('anyone')): void {
    this.failed.add(customer);
    if (this.failed.size < FAILURES_IN_A_ROW) return;
    this.failed.clear();
    this.openUntil = this.elapsed() + CIRCUIT_OPEN_MS;
  }
}

/**
 * Circuit breakers of the pages that visitors can make up. Three failures in a row stop the pages of one customer, and failures of three
 * customers a route for everyone: a visitor alone cannot stop the pages of others, and does not make them wait for long.
 */
export class VariantCircuits {
  private readonly routes = new Map<string, CircuitBreaker>();
  private readonly customers = new Map<string, CircuitBreaker>();

  constructor(private readonly elapsed: () => number) {}

  /** Returns the circuit of a page. @param route one of the release, so that there are few */
  circuitOf(customer: string, route: string): Circuit {
    const ofRoute = this.routes.get(route) ?? new CircuitBreaker(this.elapsed);
    this.routes.set(route, ofRoute);
    const { customers, elapsed } = this;
    return {
      get isOpen() {
        return ofRoute.isOpen || customers.get(customer)?.isOpen === true;
      },
      recordSuccess() {
        ofRoute.recordSuccess();
        customers.delete(customer);
      },
      recordFailure() {
        ofRoute.recordFailure(customer);
        const ofCustomer = customers.get(customer) ?? new CircuitBreaker(elapsed);
        customers.set(customer, ofCustomer);
        ofCustomer.recordFailure();
        const [oldest] = customers.size > CUSTOMERS ? customers.keys() : [];
        if (oldest !== undefined) customers.delete(oldest);
      },
    };
  }
}
