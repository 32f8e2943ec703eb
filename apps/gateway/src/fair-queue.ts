import { HttpProblem, unavailable } from '@platform/http';

export interface FairQueueOptions {
  /** Slots in all. The last free one goes only to a tenant that holds none. */
  readonly slots: number;
  readonly slotsOfTenant: number;
  /** How many may wait: of one tenant, and in all. */
  readonly waitingOfTenant: number;
  readonly waiting: number;
  /**
   * Milliseconds. A tenant has one slot at a time while another one has entered within this time. It counts whatever
   * either has used: use shows only afterwards which of them fills the slots for long. Absent: others do not matter.
   */
  readonly sharesFor?: number;
  /** Milliseconds; monotonic. */
  readonly now?: () => number;
}

export interface Slot {
  /**
   * The tenant's level at this moment: 1 for a task at a time, higher the more it has under way and waiting. Time in
   * slots would be no measure: it grows while a task is held up by others.
   */
  readonly level: number;
  /** Whether another tenant has entered of late (`sharesFor`), as of this moment. */
  readonly shares: boolean;
  /** Call it exactly once. */
  leave(): void;
}

interface Tenant {
  /** Milliseconds of slots, as of `at`; it halves in each `HALF_LIFE`. */
  used: number;
  at: number;
  enteredAt: number;
  readonly began: Set<{ readonly at: number }>;
  readonly waiting: Set<(slot: Slot) => void>;
}

const HALF_LIFE = 10_000;
const LEVELS = 6;
/** Milliseconds. A tenant that has used less may be forgotten: its use is then 0. */
const FORGOTTEN = 10;
const MANY_TENANTS = 1_000;
const RETRY_AFTER = { 'retry-after': '2' };
const waitForOwn = () =>
  new HttpProblem('rate_limited', 'Too many of your requests wait for their answers.', RETRY_AFTER);

/**
 * Shares a bounded number of slots among tenants. A slot that becomes free goes to the tenant that has used slots for
 * the least time of late. So tenants that use all they get take turns.
 */
export class FairQueue {
  private readonly tenants = new Map<string, Tenant>();
  private taken = 0;
  private waiting = 0;
  private readonly now: () => number;

  constructor(private readonly options: FairQueueOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * Waits for a slot until the signal aborts.
   * @throws HttpProblem `rate_limited` or `unavailable` when too many wait; the signal's reason
   */
  async enter(name: string, signal: AbortSignal): Promise<Slot> {
    signal.throwIfAborted();
    const tenant = this.tenant(name);
    if (tenant.waiting.size >= this.options.waitingOfTenant) throw waitForOwn();
    if (this.waiting >= this.options.waiting)
      throw new HttpProblem('unavailable', 'Too many requests wait for their answers.', RETRY_AFTER);
    tenant.enteredAt = this.now();
    const turn = this.turn(tenant, signal);
    this.dispatch();
    return turn;
  }

  /**
   * Waits for a slot for some milliseconds.
   * @throws HttpProblem `rate_limited` when the tenant itself has all that it may have, or too many waiting; else
   *   `unavailable`
   */
  async enterWithin(ms: number, name: string): Promise<Slot> {
    const signal = AbortSignal.timeout(ms);
    return this.enter(name, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw this.tenant(name).began.size < this.options.slotsOfTenant ? unavailable(1) : waitForOwn();
    });
  }

  private turn(tenant: Tenant, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const end = () => {
        tenant.waiting.delete(start);
        this.waiting -= 1;
        signal.removeEventListener('abort', abandon);
      };
      const start = (slot: Slot) => (end(), resolve(slot));
      const abandon = () => (end(), reject(signal.reason as Error));
      tenant.waiting.add(start);
      this.waiting += 1;
      signal.addEventListener('abort', abandon);
    });
  }

  private dispatch(): void {
    for (let next = this.next(); next; next = this.next()) {
      const [start] = next.waiting;
      start?.(this.slot(next));
    }
  }

  /** Of the waiting tenants that may have a slot, the one that has used least. */
  private next(): Tenant | undefined {
    const { slots, slotsOfTenant } = this.options;
    const free = slots - this.taken;
    if (free === 0 || this.waiting === 0) return undefined;
    const limit = free > 1 ? slotsOfTenant : 1;
    return this.least(
      ({ waiting, began }) => waiting.size > 0 && began.size < limit,
      (one) => one.began.size === 0 || !this.shares(one),
    );
  }

  /** The tenant that has used least, of those that meet all conditions. */
  private least(...conditions: readonly ((tenant: Tenant) => boolean)[]): Tenant | undefined {
    return [...this.tenants.values()]
      .filter((one) => conditions.every((holds) => holds(one)))
      .reduce<Tenant | undefined>(
        (least, one) => (least && this.used(least) <= this.used(one) ? least : one),
        undefined,
      );
  }

  private shares(tenant: Tenant): boolean {
    const { sharesFor } = this.options;
    if (sharesFor === undefined) return false;
    const since = this.now() - sharesFor;
    return [...this.tenants.values()].some((one) => one !== tenant && one.enteredAt >= since);
  }

  private level(tenant: Tenant): number {
    return Math.min(LEVELS, 1 + Math.ceil(Math.log2(Math.max(1, tenant.began.size + tenant.waiting.size))));
  }

  private slot(tenant: Tenant): Slot {
    const own = { at: this.now() };
    const [level, shares] = [() => this.level(tenant), () => this.shares(tenant)];
    tenant.began.add(own);
    this.taken += 1;
    return {
      get level() {
        return level();
      },
      get shares() {
        return shares();
      },
      leave: () => {
        // Up to here `used()` counts this slot from its beginning; from here on `tenant.used` has its time.
        [tenant.used, tenant.at] = [this.settled(tenant) + this.now() - own.at, this.now()];
        tenant.began.delete(own);
        this.taken -= 1;
        this.dispatch();
      },
    };
  }

  /** The recent use of a tenant, including slots that it holds; milliseconds. */
  private used(tenant: Tenant): number {
    const now = this.now();
    return [...tenant.began].reduce((sum, { at }) => sum + now - at, this.settled(tenant));
  }

  private settled({ used, at }: Tenant): number {
    return used * 2 ** ((at - this.now()) / HALF_LIFE);
  }

  private tenant(name: string): Tenant {
    if (this.tenants.size >= MANY_TENANTS) this.forget();
    const tenant = this.tenants.get(name) ?? {
      used: 0,
      at: this.now(),
      enteredAt: this.now(),
      began: new Set(),
      waiting: new Set(),
    };
    this.tenants.set(name, tenant);
    return tenant;
  }

  private forget(): void {
    for (const [name, tenant] of this.tenants)
      if (tenant.waiting.size === 0 && this.used(tenant) < FORGOTTEN) this.tenants.delete(name);
  }
}
